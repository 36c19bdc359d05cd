/** `loadline explain`: a receipt, and nothing else. */
import { describe, expect, it } from 'vitest'
import { history } from './history.js'
import { inProcess, loadline } from './loadline.js'

const stdin = JSON.stringify(history(12))
const tight = ['explain', '--window', '8000', '--now', '1000']

describe('explain', () => {
  it('says what is left out and why', async () => {
    const { code, out, err } = await loadline(tight, { stdin })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^Preset safe, openai: a window of 8,000 tokens less 4,000 for the answer leaves 4,000\.\n/)
    expect(out).toContain('old tool result')
    expect(out).toMatch(/[^\n]\n$/)
  })

  it('speaks Chinese', async () => {
    const { out } = await inProcess([...tight, '--locale', 'zh-CN'], { stdin })
    expect(out).toMatch(/窗口 8,000 tokens，为回答预留 4,000，余 4,000。/)
  })

  it('prints the plan as JSON', async () => {
    const { out } = await inProcess([...tight, '--json'], { stdin })
    expect(JSON.parse(out)).toMatchObject({ preset: 'safe', fits: true, budget: { limit: 4000 } })
  })

  it('prints the receipt of what cannot fit, and exits 3', async () => {
    const { code, out, err } = await inProcess(['explain', '--window', '20'], { stdin })
    expect({ code, err }).toEqual({ code: 3, err: '' })
    expect(out).toContain('Does not fit')
  })

  it('says that Loadline is off', async () => {
    const { code, out, err } = await inProcess(tight, { stdin, env: { LOADLINE: 'off' } })
    expect({ code, out, err }).toEqual({
      code: 0,
      out: 'Loadline is off: requests are sent as they are.\n',
      err: 'loadline: off (LOADLINE=off)\n',
    })
  })
})
