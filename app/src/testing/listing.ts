/** The list of models, in the shape that whoever asks expects. */
import type { IncomingHttpHeaders } from 'node:http'
import type { ModelRules } from './models.js'

export function listModels(path: string, headers: IncomingHttpHeaders, models: { [id: string]: Partial<ModelRules> }): unknown {
  const ids = Object.keys(models)
  if (path.includes('/v1beta/')) {
    return { models: ids.map((id) => ({ name: `models/${id}`, displayName: id, inputTokenLimit: models[id]?.window ?? 200_000 })) }
  }
  if (headers['anthropic-version'] !== undefined) {
    const data = ids.map((id) => ({ type: 'model', id, display_name: id, created_at: '2026-01-01T00:00:00Z' }))
    return { data, has_more: false, first_id: ids[0] ?? null, last_id: ids.at(-1) ?? null }
  }
  return { object: 'list', data: ids.map((id) => ({ id, object: 'model', created: 1_767_225_600, owned_by: 'scripted' })) }
}
