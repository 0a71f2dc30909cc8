import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createWedgeCore, type KeyTarget, type WedgeCore, type WedgeScan } from './wedge-core.ts'
import { usCharacter } from './us-layout.ts'

const GS = '\u001d'
const isNumber = (text: string) => /^(\d{8}|\d{13})$/.test(text)
const isCode = (text: string) => /^([0-9A-Z]{8}|[0-9A-Z]{13})$/.test(text)

interface Key {
  readonly key: string
  readonly code: string
  readonly shift: boolean
}

// Every key of a US keyboard by the character that it types there.
const usKeys = new Map<string, Key>()
const positions = [
  ...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter) => `Key${letter}`),
  ...Array.from('0123456789', (digit) => `Digit${digit}`),
  'Minus',
  'Equal',
  'BracketLeft',
  'BracketRight',
  'Semicolon',
  'Quote',
  'Comma',
  'Period',
  'Slash',
  'Space',
]
for (const code of positions) {
  for (const shift of [false, true]) {
    const character = usCharacter(code, shift)
    if (character !== null) usKeys.set(character, { key: character, code, shift })
  }
}
const azertyDigits = 'à&é"\'(-è_ç'
/** What a French host makes of the key that a scanner set to a US keyboard presses. */
function azerty({ key, code, shift }: Key): Key {
  const letters: Record<string, string> = { KeyQ: 'a', KeyA: 'q', KeyW: 'z', KeyZ: 'w', Semicolon: 'm', KeyM: ',' }
  if (code.startsWith('Digit'))
    return { key: shift ? code.charAt(5) : azertyDigits.charAt(Number(code.charAt(5))), code, shift }
  const letter = letters[code]
  if (letter !== undefined) return { key: shift ? letter.toUpperCase() : letter, code, shift }
  return { key: code === 'BracketLeft' ? 'Dead' : key, code, shift }
}

function press(core: WedgeCore, atMs: number, pressed: Key, target: KeyTarget = 'page'): readonly WedgeScan[] {
  return core.key({ atMs, ...pressed, target }).scans
}

const enter: Key = { key: 'Enter', code: 'Enter', shift: false }

interface Typing {
  readonly text: string
  readonly gaps: readonly number[]
  readonly target?: KeyTarget
  readonly host?: (key: Key) => Key
  readonly suffix?: Key | null
}

/** Types a text from `fromMs` on; returns the scans and the time after the last key. */
function type(
  core: WedgeCore,
  fromMs: number,
  { text, gaps, target = 'page', host = (key) => key, suffix = enter }: Typing,
) {
  const scans: WedgeScan[] = []
  let atMs = fromMs
  for (const [at, character] of [...text].entries()) {
    scans.push(...press(core, atMs, host(usKeys.get(character)!), target))
    atMs += gaps[at % gaps.length]!
  }
  if (suffix !== null) scans.push(...press(core, atMs, suffix, target))
  return { scans, atMs }
}

const texts = (scans: readonly WedgeScan[]) => scans.map(({ text }) => text)
const code = fc.oneof(fc.stringMatching(/^\d{13}$/), fc.stringMatching(/^\d{8}$/), fc.stringMatching(/^[0-9A-Z]{7}\d$/))
const scannerGaps = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 14 })
const target = fc.constantFrom<KeyTarget>('page', 'text', 'scan_field')

describe('a code typed at scanner speed', () => {
  it('is reported exactly once, whatever the speed, the layout of the host and the focus', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^(\d{13}|\d{8})$/),
        scannerGaps,
        target,
        fc.boolean(),
        fc.constantFrom('Enter', 'Tab'),
        (text, gaps, into, french, key) => {
          const core = createWedgeCore([isNumber])
          const host = french ? azerty : (pressed: Key) => pressed
          const { scans, atMs } = type(core, 1000, {
            text,
            gaps,
            target: into,
            host,
            suffix: { key, code: key, shift: false },
          })
          expect(texts(scans)).toEqual([text])
          expect(core.idle(atMs + 1000)).toEqual([])
        },
      ),
    )
  })
  it('is reported exactly once without a suffix, when silence follows', () => {
    fc.assert(
      fc.property(code, scannerGaps, (text, gaps) => {
        const core = createWedgeCore([isCode])
        const { scans, atMs } = type(core, 0, { text, gaps, suffix: null })
        expect(scans).toEqual([])
        expect(texts(core.idle(atMs + 225))).toEqual([text])
        expect(core.idle(atMs + 500)).toEqual([])
        expect(core.dueAtMs()).toBeNull()
      }),
    )
  })
  it('is reported once each in a series as fast as a scanner can send it', () => {
    fc.assert(
      fc.property(fc.array(code, { minLength: 2, maxLength: 10 }), fc.integer({ min: 1, max: 12 }), (codes, gap) => {
        const core = createWedgeCore([isCode])
        const found: string[] = []
        let atMs = 0
        for (const text of codes) {
          const typed = type(core, atMs, { text, gaps: [gap] })
          found.push(...texts(typed.scans))
          atMs = typed.atMs + 15
        }
        expect(found).toEqual(codes)
      }),
    )
  })
  it('is ten lines when ten come within two seconds', () => {
    const core = createWedgeCore([isNumber])
    const codes = Array.from({ length: 10 }, (_, at) => String(2_000_000_000_000 + at))
    const found = codes.flatMap((text, at) => texts(type(core, at * 200, { text, gaps: [10] }).scans))
    expect(found).toEqual(codes)
  })
  it('is found between codes without suffixes, by the pauses', () => {
    const core = createWedgeCore([isNumber])
    const first = type(core, 0, { text: '2600001234567', gaps: [10], suffix: null })
    const second = type(core, first.atMs + 80, { text: '2600001234574', gaps: [10] })
    expect(texts([...first.scans, ...second.scans])).toEqual(['2600001234567', '2600001234574'])
  })
  it('is found behind the keys of a person who was typing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'k', '7', ' ', '.'), { maxLength: 8 }),
        code,
        fc.integer({ min: 60, max: 400 }),
        (typed, text, pause) => {
          const core = createWedgeCore([isCode])
          const before = type(core, 0, { text: typed.join(''), gaps: [220], suffix: null, target: 'text' })
          const scan = type(core, before.atMs - 220 + pause, { text, gaps: [8], target: 'text' })
          expect(texts([...before.scans, ...scan.scans])).toEqual([text])
        },
      ),
    )
  })
  it('is cut at the pause from a key that a person hit just before', () => {
    const core = createWedgeCore([isNumber])
    press(core, 0, usKeys.get('x')!, 'text')
    const { scans } = type(core, 70, { text: '2600001234567', gaps: [10], target: 'text' })
    expect(scans).toMatchObject([{ text: '2600001234567', firstKey: 1 }])
  })
})

describe('typing by a person', () => {
  it('is never a scan at 200 ms a key or slower', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0123456789ABCabc -'), maxLength: 40 }),
        fc.array(fc.integer({ min: 200, max: 900 }), { minLength: 1 }),
        target,
        (text, gaps, into) => {
          const core = createWedgeCore([isCode, () => true])
          const { scans, atMs } = type(core, 0, { text, gaps, target: into })
          expect([...scans, ...core.idle(atMs + 1000)]).toEqual([])
        },
      ),
    )
  })
  it('is no scan at 120 ms a key', () => {
    const core = createWedgeCore([isNumber])
    expect(type(core, 0, { text: '2600001234567', gaps: [120], target: 'text' }).scans).toEqual([])
  })
  it('is no scan where a fast typist writes a word as long as a code', () => {
    const core = createWedgeCore([isCode])
    const word = type(core, 0, { text: 'DAMAGED1', gaps: [90], target: 'text', suffix: null })
    expect([...word.scans, ...core.idle(word.atMs + 300)]).toEqual([])
    expect(type(core, 5000, { text: 'REPAIRED', gaps: [90], target: 'text' }).scans).toEqual([])
  })
  it('keeps shortcuts, compositions and held keys out', () => {
    const core = createWedgeCore([() => true])
    for (let at = 0; at < 10; at++) {
      core.key({ atMs: at * 10, key: 'a', code: 'KeyA', ctrl: true, target: 'page' })
      core.key({ atMs: at * 10 + 2, key: 'b', code: 'KeyB', composing: true, target: 'page' })
      core.key({ atMs: at * 10 + 4, key: 'c', code: 'KeyC', repeat: true, target: 'page' })
      core.key({ atMs: at * 10 + 6, key: 'd', code: 'KeyD', meta: true, target: 'page' })
    }
    expect(core.idle(1000)).toEqual([])
  })
})

describe('readings', () => {
  it('prefers a command to a letter that another layout makes of its colon', () => {
    const isCommand = (text: string) => text.startsWith('RPR:')
    const core = createWedgeCore([isCommand, isCode])
    const { scans } = type(core, 0, { text: 'RPR:UNDO', gaps: [10], host: azerty })
    expect(texts(scans)).toEqual(['RPR:UNDO'])
  })
  it('takes the shortest command, also in a text field, and nothing unknown of its length', () => {
    const isAnswer = (text: string) => /^RPR:[A-J]$/i.test(text)
    for (const into of ['page', 'text', 'scan_field'] as const) {
      const core = createWedgeCore([isAnswer])
      expect(texts(type(core, 0, { text: 'RPR:A', gaps: [60], target: into }).scans)).toEqual(['RPR:A'])
      expect(texts(type(core, 5000, { text: 'HELLO', gaps: [10], target: into }).scans)).toEqual([])
    }
  })
  it('gives the other reading where both are codes', () => {
    const core = createWedgeCore([isCode])
    const german = (pressed: Key): Key => {
      const swapped: Record<string, string> = { KeyY: 'Z', KeyZ: 'Y' }
      return { ...pressed, key: swapped[pressed.code] ?? pressed.key }
    }
    const { scans } = type(core, 0, { text: 'YZ12AB34', gaps: [10], host: german })
    expect(scans).toMatchObject([{ text: 'ZY12AB34', alternative: 'YZ12AB34' }])
  })
  it('keeps the separator of GS1 labels, sent as itself, as Ctrl+] or as Alt+029', () => {
    const knows = (text: string) => text === `10LOT7${GS}3712`
    for (const way of ['itself', 'ctrl', 'alt'] as const) {
      const core = createWedgeCore([knows])
      const head = type(core, 0, { text: '10LOT7', gaps: [10], suffix: null })
      const at = head.atMs
      if (way === 'itself') core.key({ atMs: at, key: GS, code: '', target: 'page' })
      if (way === 'ctrl') {
        core.key({ atMs: at, key: 'Control', code: 'ControlLeft', ctrl: true, target: 'page' })
        core.key({ atMs: at + 2, key: ']', code: 'BracketRight', ctrl: true, target: 'page' })
      }
      if (way === 'alt') {
        for (const [n, digit] of [...'029'].entries()) {
          core.key({ atMs: at + n, key: digit, code: `Numpad${digit}`, alt: true, target: 'page' })
        }
      }
      expect(type(core, at + 10, { text: '3712', gaps: [10] }).scans).toMatchObject([
        { text: `10LOT7${GS}3712`, accepted: true },
      ])
    }
  })
  it('takes characters that AltGr types', () => {
    const core = createWedgeCore([(text) => text === 'AB@12345'])
    const head = type(core, 0, { text: 'AB', gaps: [10], suffix: null })
    core.key({ atMs: 20, key: '@', code: 'Digit0', ctrl: true, alt: true, altGraph: true, target: 'page' })
    expect(texts([...head.scans, ...type(core, 30, { text: '12345', gaps: [10] }).scans])).toEqual(['AB@12345'])
  })
  it('reports what nothing knows, in the reading with more letters and digits', () => {
    const core = createWedgeCore([() => false])
    const { scans } = type(core, 0, { text: '123456789', gaps: [10], host: azerty })
    expect(scans).toMatchObject([{ text: '123456789', accepted: false }])
  })
  it('leaves what nothing knows in a text field, unless no person types so fast', () => {
    const core = createWedgeCore([() => false])
    expect(type(core, 0, { text: '123456789', gaps: [60], target: 'text' }).scans).toEqual([])
    expect(type(core, 5000, { text: '123456789', gaps: [10], target: 'text' }).scans).toHaveLength(1)
    expect(type(core, 9000, { text: 'one box is damaged', gaps: [10], target: 'text' }).scans).toEqual([])
  })
})

describe('while nobody listens', () => {
  it('text fields keep what is typed into them, and their Enter', () => {
    const core = createWedgeCore([isNumber], () => false)
    const typed = type(core, 0, { text: '2600001234567', gaps: [2], target: 'text', suffix: null })
    expect(core.key({ atMs: typed.atMs, ...enter, target: 'text' })).toEqual({ prevent: false, scans: [] })
    expect(core.text({ atMs: 900, text: '2600001234567', target: 'text' }).prevent).toBe(false)
  })
  it('a scan onto the page is still found, for the screen that comes next', () => {
    const core = createWedgeCore([() => false], () => false)
    expect(texts(type(core, 0, { text: '2600001234567', gaps: [2] }).scans)).toEqual(['2600001234567'])
  })
})

describe('the suffix', () => {
  it('is kept from the page after a scan, with the line feed behind it', () => {
    const core = createWedgeCore([isNumber])
    type(core, 0, { text: '12345670', gaps: [10], suffix: null })
    expect(core.key({ atMs: 80, ...enter, target: 'page' })).toMatchObject({
      prevent: true,
      scans: [{ text: '12345670' }],
    })
    expect(core.key({ atMs: 90, ...enter, target: 'page' })).toEqual({ prevent: true, scans: [] })
    expect(core.key({ atMs: 400, ...enter, target: 'page' })).toEqual({ prevent: false, scans: [] })
  })
  it("is the page's own after a person's typing", () => {
    const core = createWedgeCore([isNumber])
    type(core, 0, { text: '12345670', gaps: [200], suffix: null, target: 'text' })
    expect(core.key({ atMs: 1600, ...enter, target: 'text' }).prevent).toBe(false)
  })
})

describe('a text in one piece', () => {
  it('is a scan once, and its Enter does nothing more', () => {
    const core = createWedgeCore([isNumber])
    expect(core.text({ atMs: 0, text: '2600001234567\r', target: 'text' })).toMatchObject({
      prevent: true,
      scans: [{ text: '2600001234567', via: 'text' }],
    })
    expect(core.key({ atMs: 20, ...enter, target: 'text' })).toEqual({ prevent: true, scans: [] })
  })
  it('is left alone where nothing knows it, or it is a word of a suggestion', () => {
    const core = createWedgeCore([isCode])
    expect(core.text({ atMs: 0, text: 'hello you', target: 'text' }).scans).toEqual([])
    expect(core.text({ atMs: 0, text: 'DELIVERY', target: 'text' }).scans).toEqual([])
    for (const text of ['02/03/2020', '02.03.2020', '2020-03-02'])
      expect(createWedgeCore([() => true]).text({ atMs: 0, text, target: 'text' })).toEqual({
        scans: [],
        prevent: false,
      })
    const foldsSpaces = createWedgeCore([(text) => /^[0-9a-z]{13}$/i.test(text.replaceAll(' ', ''))])
    expect(foldsSpaces.text({ atMs: 0, text: '12 rue des Lilas', target: 'text' }).scans).toEqual([])
  })
})

it('counts a key that a person leans on as no scan, and hears the next code', () => {
  const core = createWedgeCore([isNumber])
  const long = type(core, 0, { text: 'x'.repeat(5000), gaps: [1] })
  expect(long.scans).toEqual([])
  expect(texts(type(core, 9000, { text: '12345670', gaps: [10] }).scans)).toEqual(['12345670'])
})

it('waits longer for the keys of a scanner that ends its scans itself, because a busy page may get them late', () => {
  const core = createWedgeCore([isNumber])
  type(core, 0, { text: '12345670', gaps: [10] })
  type(core, 1000, { text: '260000', gaps: [10], suffix: null })
  // The page has been waiting for 400 ms; the other keys were pressed in time.
  expect(core.idle(1450)).toEqual([])
  expect(texts(type(core, 1060, { text: '1234567', gaps: [10] }).scans)).toEqual(['2600001234567'])
})

it('does not cut a first code whose keys reach the page late', () => {
  const core = createWedgeCore([isNumber])
  type(core, 0, { text: '260000', gaps: [10], suffix: null })
  expect(core.idle(400)).toEqual([])
  expect(texts(type(core, 60, { text: '1234567', gaps: [10] }).scans)).toEqual(['2600001234567'])
})
