/** Servers of one test file, closed when it ends. */
import { afterAll } from 'vitest'
import { type Provider, type Script, startProvider } from '../../src/testing/index.js'

const started: Provider[] = []
afterAll(() => Promise.all(started.map((provider) => provider.close())))

export async function scripted(script: Script, options: Omit<Parameters<typeof startProvider>[0], 'script'> = {}): Promise<Provider> {
  const provider = await startProvider({ script, ...options })
  started.push(provider)
  return provider
}
