import { describe, expect, it } from 'vitest'
import type { Scan } from './scan.ts'
import { createScannerHub, passedOn, type ScanListener } from './scanner-hub.ts'
import type { WedgeScan } from './wedge-core.ts'

function wedgeScan(text: string, atMs = 0): WedgeScan {
  return { text, via: 'keys', atMs, firstKey: 0, accepted: true, alternative: null }
}

function setUp() {
  let now = 0
  const hub = createScannerHub({ target: new EventTarget() as Document, nowMs: () => now })
  const listen = (overrides: Partial<ScanListener> = {}) => {
    const heard: Scan[] = []
    const state = {
      purpose: 'check_in',
      layer: 'screen',
      enabled: true,
      onScan: (scan: Scan) => void heard.push(scan),
      ...overrides,
    } as ScanListener
    let ready = state.enabled
    const leave = hub.register(() => ({ ...state, enabled: ready }))
    return { heard, texts: () => heard.map(({ text }) => text), leave, ready: () => void (ready = true) }
  }
  return { hub, listen, pass: (ms: number) => (now += ms) }
}

describe('the scanner hub', () => {
  it('gives a scan to the topmost listener alone', () => {
    const { hub, listen } = setUp()
    const screen = listen()
    const dialog = listen({ layer: 'dialog' })
    hub.receive(wedgeScan('2600001234567'))
    expect([screen.texts(), dialog.texts()]).toEqual([[], ['2600001234567']])
    dialog.leave()
    hub.receive(wedgeScan('2600001234574'))
    expect(screen.texts()).toEqual(['2600001234574'])
  })
  it('gives commands to a dialog before a screen that came up later', () => {
    const { hub, listen } = setUp()
    const dialog = listen({ layer: 'dialog' })
    const screen = listen()
    hub.receive(wedgeScan('RPR:CONFIRM'))
    hub.receive(wedgeScan('12345670'))
    expect(dialog.heard).toMatchObject([{ resolution: { command: 'CONFIRM' } }])
    expect(screen.texts()).toEqual(['12345670'])
  })
  it('gives what the topmost passes on to the one below', () => {
    const { hub, listen } = setUp()
    const screen = listen()
    listen({ layer: 'dialog', onScan: (scan) => (scan.resolution.command === null ? passedOn : undefined) })
    hub.receive(wedgeScan('12345670'))
    hub.receive(wedgeScan('RPR:CANCEL'))
    expect(screen.texts()).toEqual(['12345670'])
  })
  it('skips listeners that do not listen now', () => {
    const { hub, listen } = setUp()
    const below = listen()
    listen({ enabled: false })
    hub.receive(wedgeScan('12345670'))
    expect(below.texts()).toEqual(['12345670'])
  })
  it('resolves for the purpose of the listener that gets the scan', () => {
    const { hub, listen } = setUp()
    const screen = listen({ purpose: 'product' })
    hub.receive(wedgeScan(']E04006381333931'))
    expect(screen.heard).toMatchObject([
      { symbology: ']E0', text: '4006381333931', resolution: { candidates: [{ kind: 'ean' }] } },
    ])
  })
  it('keeps a scan between two screens for the next, and not for long', async () => {
    const { hub, listen, pass } = setUp()
    hub.receive(wedgeScan('12345670', 0))
    pass(800)
    const next = listen()
    await Promise.resolve()
    expect(next.texts()).toEqual(['12345670'])
    next.leave()
    hub.receive(wedgeScan('2600001234567', 800))
    pass(5000)
    const late = listen()
    await Promise.resolve()
    expect(late.texts()).toEqual([])
  })
  it('keeps a scan that nobody takes for a screen that becomes ready, but no command', async () => {
    const { hub, listen } = setUp()
    const frame = listen({ purpose: 'any', onScan: () => passedOn })
    hub.receive(wedgeScan('12345670'))
    hub.receive(wedgeScan('RPR:CONFIRM'))
    const loading = listen({ enabled: false })
    await Promise.resolve()
    expect(loading.texts()).toEqual([])
    loading.ready()
    hub.listensNow()
    await Promise.resolve()
    expect(loading.texts()).toEqual(['12345670'])
    frame.leave()
  })
  it('gives the barcodes of stations to the frame around the screens, and to no other listener', async () => {
    const { hub, listen } = setUp()
    const screen = listen({ purpose: 'any' })
    const dialog = listen({ layer: 'dialog' })
    const led: string[] = []
    const stop = hub.leadTo(async (station) => led.push(station) > 1)
    hub.receive(wedgeScan('RPR:GO:TEST'))
    await drawn()
    expect([led, screen.texts(), dialog.texts()]).toEqual([['GO:TEST'], [], []])
    stop()
    hub.receive(wedgeScan('RPR:GO:PACK'))
    expect([led, dialog.texts()]).toEqual([['GO:TEST'], ['RPR:GO:PACK']])
  })
  it('leads to the station of a code that a camera read, and leaves other codes to the panel', async () => {
    const { hub, listen } = setUp()
    const screen = listen({ purpose: 'any' })
    const led: string[] = []
    expect(hub.leads('RPR:GO:TEST')).toBe(false)
    hub.leadTo(async (station) => led.push(station) > 1)
    expect([hub.leads('RPR:GO:TEST'), led]).toEqual([true, ['GO:TEST']])
    await drawn()
    expect([hub.leads('RPR:CONFIRM'), hub.leads('12345670')]).toEqual([false, false])
    expect([led, screen.texts()]).toEqual([['GO:TEST'], []])
  })
  it('keeps codes of a camera from the screen that is being left', async () => {
    const { hub } = setUp()
    const arrival = Promise.withResolvers<boolean>()
    const led: string[] = []
    hub.leadTo((station) => {
      led.push(station)
      return arrival.promise
    })
    hub.leads('RPR:GO:TEST')
    expect([hub.leads('12345670'), hub.leads('RPR:GO:TEST'), led]).toEqual([true, true, ['GO:TEST']])
    arrival.resolve(false)
    await drawn()
    expect(hub.leads('12345670')).toBe(false)
  })
  it('keeps what is scanned on the way to a station until the screen before it is gone', async () => {
    const { hub, listen, pass } = setUp()
    const old = listen()
    const arrival = Promise.withResolvers<boolean>()
    hub.leadTo(() => arrival.promise)
    hub.receive(wedgeScan('RPR:GO:TEST'))
    hub.receive(wedgeScan('12345670'))
    hub.receive(wedgeScan('RPR:CONFIRM'))
    pass(4000)
    const next = listen()
    arrival.resolve(true)
    await drawn()
    expect([old.texts(), next.texts()]).toEqual([[], []])
    old.leave()
    await drawn()
    expect([old.texts(), next.texts()]).toEqual([[], ['12345670', 'RPR:CONFIRM']])
  })
  it('goes on with the screen where a station does not come, or is the same', async () => {
    for (const led of [() => Promise.reject(new Error('no such page')), () => Promise.resolve(false)]) {
      const { hub, listen } = setUp()
      const screen = listen()
      hub.leadTo(led)
      hub.receive(wedgeScan('RPR:GO:TEST'))
      hub.receive(wedgeScan('12345670'))
      await drawn()
      expect(screen.texts()).toEqual(['12345670'])
    }
  })
  it('keeps what is scanned while the app starts for its first screen', async () => {
    const { hub, listen, pass } = setUp()
    pass(400)
    hub.receive(wedgeScan('12345670', 400))
    pass(4_000)
    const first = listen()
    await Promise.resolve()
    expect(first.texts()).toEqual(['12345670'])
  })
})

const drawn = () => new Promise((done) => setTimeout(done))
