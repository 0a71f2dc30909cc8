import { useEffect } from 'react'
import { expect, it, vi } from 'vitest'
import { checkInOf } from './compliance-actions.tsx'
import { readDraft } from './test-draft.ts'
import { config, declaration, facts, question, row, warehouse } from '#tests/support/floor-world.ts'
import { resolveCode } from '#domain/item/resolve-code.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { Engine } from '#web/local/engine/engine.ts'
import type { Photos, TakenPhoto } from '#web/local/photo/photos.ts'
import { FeedbackProvider } from '#web/scan/feedback-provider.tsx'
import { paceMs } from '#web/staff/ui/single-keys.ts'
import { useTestControls } from './use-test-controls.ts'

type Controls = ReturnType<typeof useTestControls>

const item = row(1, { facts: facts({ declaration: { ...declaration, answers: [] } }) })
const file = new File(['x'], 'x.jpg')
const onItem = (): void => undefined

/** A code as a scanner reads it. */
function scanOf(text: string) {
  const resolution = resolveCode(text, 'item')
  return { text, source: 'wedge', symbology: null, atMs: 0, resolution, alternative: null } as const
}

/** The test of one product, as taps and keys work on it; `taken` ends the photo that is being made small. */
async function drawControls(
  product: ItemRow = item,
  onCheckIn: ((itemId: string) => void) | null = null,
  firstConfig = config,
) {
  const sent: unknown[] = []
  const asked: string[] = []
  let place = { warehouseId: warehouse, config: firstConfig }
  const engine = {
    config: () => place.config,
    author: () => null,
    view: (_ids: readonly string[], codes: readonly string[] = []) => {
      asked.push(...codes)
      return Promise.resolve(codes.length === 0 ? [{ item: product }] : [])
    },
    dispatch: (_operation: unknown, args: unknown) => {
      sent.push(args)
      return Promise.resolve({ captured: true, items: [] })
    },
    subscribe: () => () => undefined,
  } as unknown as Engine
  const ends: ((taken: TakenPhoto) => void)[] = []
  const photos = {
    take: () => new Promise<TakenPhoto>((done) => void ends.push(done)),
    settled: () => Promise.resolve(),
    takeLosses: () => [],
    release: () => Promise.resolve(),
    subscribe: () => () => undefined,
    store: {
      ofItem: () => Promise.resolve([]),
      remove: () => Promise.resolve(),
      drafts: {
        read: () => Promise.resolve(null),
        write: () => Promise.resolve(),
        drop: () => Promise.resolve(),
        update: (_name: unknown, change: (value: unknown) => unknown) => Promise.resolve(void change(null)),
      },
    },
  } as unknown as Photos
  const drawn: Controls[] = []
  const Test = () => {
    const controls = useTestControls({
      engine,
      photos,
      userId: 'u1',
      place,
      itemId: undefined,
      onItem,
      onCheckIn,
    })
    useEffect(() => {
      drawn.push(controls)
    })
    return null
  }
  await drawScreen(
    <FeedbackProvider>
      <Test />
    </FeedbackProvider>,
    { language: 'en-GB', texts: ['compliance', 'stock', 'warehouse'] },
  )
  await vi.waitFor(() => expect(drawn).not.toEqual([]))
  const controls = () => drawn.at(-1)!
  return {
    controls,
    sent,
    asked,
    /** Other settings of the account have arrived; they are read with the next drawing. */
    setConfig: (next: typeof config): void => {
      place = { ...place, config: next }
    },
    taken: (photoId: string): void => ends.shift()?.({ ok: true, value: { photoId } }),
    /** Waits until a step of the test is drawn. */
    isAt: (step: string) =>
      vi.waitFor(() => expect(controls().draft?.step ?? controls().compliance.state.step).toBe(step)),
  }
}

/** The same with its question answered as worn, and the summary drawn; the photo of the answer is on its way. */
async function onSummary() {
  const drawn = await drawControls()
  const { controls, isAt } = drawn
  controls().open(item)
  await isAt('characteristics')
  controls().forward()
  await isAt('questions')
  controls().choose(question.worn)
  await vi.waitFor(() => expect(controls().draft?.answers).toEqual({ [question.screen]: question.worn }))
  void controls().taken.take(question.screen)([file])
  controls().forward()
  await isAt('summary')
  return drawn
}

it('nothing that is pressed while a confirmation waits for a photo changes what is confirmed', async () => {
  const { controls, sent, taken, isAt } = await onSummary()
  controls().confirm()
  await vi.waitFor(() => expect(controls().isConfirming).toBe(true))
  controls().back()
  controls().setAside('stolen')
  controls().change((draft) => ({ ...draft, answers: { [question.screen]: question.broken } }))
  expect(controls().draft?.step).toBe('summary')
  taken('p')
  await isAt('done')
  expect(sent).toMatchObject([
    { answers: [{ questionId: question.screen, answerId: question.worn }], photos: [{ photoId: 'p' }] },
  ])
  expect(sent[0]).not.toHaveProperty('setAside')
  await vi.waitFor(() => expect(controls().isConfirming).toBe(false))
})

it('a key takes a result away that covers the screen, and does nothing behind it', async () => {
  const { controls, isAt } = await drawControls()
  controls().open(item)
  await isAt('characteristics')
  controls().forward()
  await isAt('questions')
  const press = (key: string): boolean =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  for (const key of ['b', 'Backspace', 'Enter']) {
    controls().setShown({ id: 1, tone: 'warning', word: 'Another product' })
    await vi.waitFor(() => expect(controls().shown).not.toBeNull())
    press(key)
    await vi.waitFor(() => expect(controls().shown).toBeNull())
    expect(controls().draft).toMatchObject({ step: 'questions', answers: {} })
  }
  await new Promise((done) => setTimeout(done, paceMs))
  press('b')
  await vi.waitFor(() => expect(controls().draft?.answers).toEqual({ [question.screen]: question.worn }))
})

it('a code that may be several things is looked up once', async () => {
  const { controls, asked, isAt } = await drawControls()
  const scan = scanOf('4006381333931')
  expect(scan.resolution.candidates.length).toBeGreaterThan(1)
  controls().take(scan)
  await isAt('found')
  // And once more by the screen that waits for the copy to bring it.
  await vi.waitFor(() => expect(asked).toEqual(['4006381333931', '4006381333931']))
})

it('a question waits for an answer of its own, where the one before was another product’s', async () => {
  const { controls, isAt } = await drawControls()
  controls().open(item)
  await isAt('characteristics')
  controls().change((draft) => ({ ...draft, answers: { [question.screen]: 'of another product' } }))
  controls().forward()
  await isAt('questions')
  controls().forward()
  controls().choose(question.worn)
  await vi.waitFor(() => expect(controls().draft?.answers).toEqual({ [question.screen]: question.worn }))
  expect(controls().draft?.step).toBe('questions')
  controls().forward()
  await isAt('summary')
})

it('the letter of the declared answer goes on at once, and that of another one stays for its photo (F13)', async () => {
  const declared = row(1, { facts: facts({ declaration }) })
  const { controls, isAt } = await drawControls(declared)
  controls().open(declared)
  await isAt('characteristics')
  controls().forward()
  await isAt('questions')
  controls().take(scanOf('RPR:B'))
  await vi.waitFor(() => expect(controls().draft?.answers).toEqual({ [question.screen]: question.worn }))
  expect(controls().draft?.step).toBe('questions')
  controls().take(scanOf('RPR:A'))
  await isAt('summary')
})

it.each(['RPR:UNDO', 'the keys'])('an undo by %s goes one step back, and nothing that was said is lost', async (by) => {
  const { controls, isAt, taken } = await onSummary()
  taken('p')
  const undo = (): void => {
    if (by === 'the keys')
      return void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }))
    controls().take(scanOf(by))
  }
  const answers = { [question.screen]: question.worn }
  undo()
  await isAt('questions')
  expect(controls().draft?.answers).toEqual(answers)
  undo()
  await isAt('characteristics')
  undo()
  await vi.waitFor(() => expect(controls().sheet).toBe('leave'))
  expect(controls().draft?.answers).toEqual(answers)
})

it('a photo that is taken while a confirmation waits for another one goes with the test', async () => {
  const { controls, sent, taken, isAt } = await onSummary()
  controls().confirm()
  await vi.waitFor(() => expect(controls().isConfirming).toBe(true))
  void controls().taken.take(null)([file])
  taken('first')
  await new Promise((done) => setTimeout(done, 20))
  taken('second')
  await isAt('done')
  expect(sent).toMatchObject([{ photos: [{ photoId: 'first' }, { photoId: 'second' }] }])
})

it('a photo that comes once its test is confirmed is told of over its result, by the product’s name', async () => {
  const { controls, taken, isAt } = await onSummary()
  const { take } = controls().taken
  taken('p')
  controls().confirm()
  await isAt('done')
  void take(null)([file])
  taken('late')
  await vi.waitFor(() => expect(controls().shown).toMatchObject({ tone: 'warning', word: 'Photo not kept' }))
  expect(controls().shown?.detail).toContain('The test of ')
  expect(controls().compliance.state).toMatchObject({ step: 'done', photos: 1 })
})

it('a test knows the labels of its product again by what was scanned at its beginning, and stops at any other', async () => {
  const { controls, isAt } = await drawControls()
  controls().open(item)
  await isAt('characteristics')
  controls().take(scanOf('356938035643809'))
  await vi.waitFor(() => expect(controls().draft?.imei).toBe('356938035643809'))
  controls().take(scanOf('SN48/X201'))
  await vi.waitFor(() => expect(controls().draft?.serialNumber).toBe('SN48/X201'))
  controls().forward()
  await isAt('questions')
  for (const code of ['356938035643809', 'SN48/X201', item.code]) controls().take(scanOf(code))
  controls().choose(question.worn)
  await vi.waitFor(() => expect(controls().draft?.answers).toEqual({ [question.screen]: question.worn }))
  expect(controls().shown).toBeNull()
  controls().take(scanOf('490154203237518'))
  await vi.waitFor(() => expect(controls().shown).toMatchObject({ word: 'Another product' }))
  expect(controls().draft).toMatchObject({ step: 'questions', imei: '356938035643809' })
})

it('a camera that is opened for the IMEI takes no other code beside it, and closes once it has one or the test goes on', async () => {
  const { controls, isAt } = await drawControls()
  controls().open(item)
  await isAt('characteristics')
  controls().toggleCamera()
  await vi.waitFor(() => expect(controls().camera).toBe(true))
  controls().takeImei(scanOf(item.code))
  controls().change((draft) => ({ ...draft, comment: 'seen' }))
  await vi.waitFor(() => expect(controls().draft?.comment).toBe('seen'))
  expect(controls()).toMatchObject({ camera: true, shown: null, draft: { imei: null } })
  controls().takeImei(scanOf('356938035643809'))
  await vi.waitFor(() => expect(controls()).toMatchObject({ camera: false, draft: { imei: '356938035643809' } }))
  controls().toggleCamera()
  await vi.waitFor(() => expect(controls().camera).toBe(true))
  controls().forward()
  await isAt('questions')
  expect(controls().camera).toBe(false)
})

it('an answer that is taken back leaves its photos in sight: its question stays until they are removed', async () => {
  const declared = row(1, { facts: facts() })
  const { controls, isAt, taken } = await drawControls(declared)
  controls().open(declared)
  await isAt('characteristics')
  controls().forward()
  await isAt('questions')
  controls().choose(question.worn)
  await vi.waitFor(() => expect(controls().draft?.answers).toEqual({ [question.screen]: question.worn }))
  void controls().taken.take(question.screen)([file])
  taken('p')
  await vi.waitFor(() => expect(controls().draft?.photos).toHaveLength(1))
  controls().choose(question.fine)
  await vi.waitFor(() => expect(controls().draft?.answers).toEqual({ [question.screen]: question.fine }))
  expect(controls().draft?.step).toBe('questions')
  controls().showPhoto('p', 1)
  await vi.waitFor(() => expect(controls().photo).not.toBeNull())
  controls().removePhoto()
  await vi.waitFor(() => expect(controls().draft?.photos).toEqual([]))
  controls().choose(question.fine)
  await isAt('summary')
})

it('a product that is not checked in leads to its check-in, and nowhere where that is not for this user (WH-11)', async () => {
  const coming = row(1, { status: 'item_in_transit', warehouseId: null, stockId: null })
  const onCheckIn = vi.fn()
  const { controls, isAt } = await drawControls(coming, onCheckIn)
  controls().open(coming)
  await isAt('found')
  await vi.waitFor(() => expect(controls().shown).toMatchObject({ word: 'Product not checked in' }))
  controls().take(scanOf('RPR:CONFIRM'))
  await vi.waitFor(() => expect(onCheckIn).toHaveBeenCalledExactlyOnceWith(coming.id))

  const without = await drawControls(coming)
  without.controls().open(coming)
  await without.isAt('found')
  without.controls().take(scanOf('RPR:CONFIRM'))
  await without.isAt('search')
})

it('a test whose check-in comes to be mandatory amid it leads there, and confirms nothing that would be refused (F9)', async () => {
  const coming = row(1, {
    status: 'item_in_transit',
    warehouseId: null,
    stockId: null,
    facts: facts({ declaration: { ...declaration, answers: [] } }),
  })
  const onCheckIn = vi.fn()
  const asking = (warehouseCheckinRequirement: 'mandatory' | 'optional') => ({
    ...config,
    settings: { ...config.settings, warehouseCheckinRequirement },
  })
  const { controls, isAt, setConfig, sent } = await drawControls(coming, onCheckIn, asking('optional'))
  controls().open(coming)
  await isAt('characteristics')
  controls().forward()
  await isAt('questions')
  controls().choose(question.fine)
  await vi.waitFor(() => expect(controls().draft?.answers).toEqual({ [question.screen]: question.fine }))
  controls().forward()
  await isAt('summary')
  setConfig(asking('mandatory'))
  controls().change((draft) => ({ ...draft, comment: 'Box open' }))
  await vi.waitFor(() => expect(controls().draft?.comment).toBe('Box open'))
  controls().take(scanOf('RPR:CONFIRM'))
  await vi.waitFor(() => expect(onCheckIn).toHaveBeenCalledExactlyOnceWith(coming.id))
  expect(sent).toEqual([])
  // Its test stands as it was, for the way back.
  expect(controls().draft).toMatchObject({ step: 'summary', comment: 'Box open' })
})

it('a test whose check-in has come to be mandatory amid it leads there, and is confirmed where it is not (F9)', () => {
  const coming = row(1, { status: 'item_in_transit', warehouseId: null, stockId: null })
  const draft = { ...readDraft(null, coming), step: 'summary' as const }
  const state = { step: 'test', item: coming, draft, isAnew: false } as const
  const at = (warehouseCheckinRequirement: 'mandatory' | 'optional') =>
    checkInOf(state, {
      warehouseId: warehouse,
      config: { ...config, settings: { ...config.settings, warehouseCheckinRequirement } },
    })
  expect(at('optional')).toBeNull()
  expect(at('mandatory')).toEqual({ face: 'not_registered', itemId: coming.id })
})
