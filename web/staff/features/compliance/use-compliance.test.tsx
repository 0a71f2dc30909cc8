import { useEffect } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { config, facts, question, row, warehouse } from '#tests/support/floor-world.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { Config } from '#sync/wire/pull.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import type { Photos } from '#web/local/photo/photos.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { newDraft } from './test-draft.ts'
import { useCompliance, type Compliance } from './use-compliance.ts'

const onItem = (): void => undefined
type Listener = (event: { readonly kind: 'copy' }) => void

const item = row(1, {
  status: 'item_awaiting_compliancy_tests',
  warehouseId: warehouse,
  imei: '356938035643809',
  serialNumber: 'SN1',
})

/** The test on a device whose copy is still on its way; `arrive` brings it, and `sent` and `kept` tell what it does. */
async function onNewDevice(itemId?: string, more: object = {}, rules: Config = config) {
  let known: readonly ItemRow[] = []
  const listeners = new Set<Listener>()
  const sent: unknown[] = []
  let result: object | null = null
  let code: string | null = null
  let capturing = Promise.resolve()
  const kept: unknown[] = []
  const views = () => Promise.resolve(known.map((one) => ({ item: one })))
  const engine = {
    config: () => rules,
    author: () => null,
    view: views,
    dispatch: async (_operation: unknown, args: unknown) => {
      sent.push(args)
      await capturing
      return code === null ? { captured: true, items: [], result } : { captured: false, code }
    },
    subscribe: (listener: Listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  } as unknown as Engine
  const drafts = {
    read: () => Promise.resolve(null),
    write: (_name: unknown, draft: unknown) => Promise.resolve(void kept.push(draft)),
    drop: () => Promise.resolve(),
    ...more,
  }
  const rows: object[] = []
  const removed: string[] = []
  const released: string[] = []
  const heard = new Set<() => void>()
  const photos = {
    store: {
      drafts,
      ofItem: () => Promise.resolve([...rows]),
      remove: (ids: readonly string[]) => {
        removed.push(...ids)
        const left = rows.filter((kept) => !('id' in kept && ids.includes(String(kept.id))))
        rows.splice(0, rows.length, ...left)
        return Promise.resolve()
      },
      hold: () => Promise.resolve(),
    },
    release: (ids: readonly string[]) => Promise.resolve(void released.push(...ids)),
    subscribe: (listener: () => void) => {
      heard.add(listener)
      return () => heard.delete(listener)
    },
  } as unknown as Photos
  const drawn: Compliance[] = []
  const Test = () => {
    const compliance = useCompliance({
      engine,
      photos,
      userId: 'u1',
      place: { warehouseId: warehouse, config: rules },
      itemId,
      onItem,
    })
    useEffect(() => {
      drawn.push(compliance)
    })
    return null
  }
  await drawScreen(<Test />)
  await vi.waitFor(() => expect(drawn).not.toEqual([]))
  return {
    compliance: () => drawn.at(-1)!,
    sent,
    kept,
    released,
    removed,
    /** Lets the next operation wait until the answer is called, with a code where it is refused. */
    holdCapture: () => {
      let end = (): void => undefined
      capturing = new Promise((done) => (end = done))
      return (refusal: string | null = null): void => {
        code = refusal
        end()
      }
    },
    comesTo: (outcome: string): void => void (result = { outcome }),
    keepPhoto: (photo: object): void => {
      rows.push({ state: 'draft', userId: 'u1', questionId: null, ...photo })
      for (const listener of heard) listener()
    },
    arrive: (of = item): void => {
      known = [of]
      for (const listener of listeners) listener({ kind: 'copy' })
    },
  }
}

it('a product that no copy knows yet is opened once the copy is there', async () => {
  const { compliance, arrive } = await onNewDevice()
  const found = await compliance().find([item.code])
  await vi.waitFor(() => expect(compliance().state).toBe(found))
  expect(found).toMatchObject({ code: item.code, lookup: { face: 'not_recognised' } })
  arrive()
  await vi.waitFor(() => expect(compliance().state).toMatchObject({ step: 'test', item: { id: item.id } }))
})

it('an address that names no product names no code either', async () => {
  const { compliance } = await onNewDevice('01a1eb1d-1ee1-7378-8195-813b589f0000')
  await vi.waitFor(() =>
    expect(compliance().state).toMatchObject({ step: 'found', code: '', lookup: { face: 'not_recognised' } }),
  )
})

it('a product is set aside without an IMEI that is none, which stays as it was typed', async () => {
  const { compliance, arrive, sent, kept } = await onNewDevice()
  arrive()
  await compliance().find([item.code])
  compliance().change((draft) => ({ ...draft, imei: '35693803', setAside: 'locked', step: 'summary' }))
  expect(kept).toMatchObject([{ imei: '35693803' }])
  expect(await compliance().confirm()).toMatchObject({ ok: true })
  expect(sent).toMatchObject([{ itemId: item.id, setAside: 'locked' }])
  expect(sent[0]).not.toHaveProperty('imei')
})

it('a test whose summary is left while its confirmation waits is not confirmed', async () => {
  const { compliance, arrive, sent } = await onNewDevice()
  arrive()
  await compliance().find([item.code])
  compliance().change((draft) => ({ ...draft, setAside: 'locked', step: 'summary' }))
  const isReady = () => {
    compliance().change((draft) => ({ ...draft, step: 'characteristics' }))
    return Promise.resolve(true)
  }
  expect(await compliance().confirm(isReady)).toBeNull()
  expect(await compliance().confirm(() => Promise.resolve(false))).toBeNull()
  expect(sent).toEqual([])
})

it('a test that was kept takes no correction of the office back', async () => {
  const kept = JSON.parse(JSON.stringify({ ...newDraft(item), setAside: 'locked', step: 'summary' })) as unknown
  const { compliance, arrive, sent } = await onNewDevice(undefined, { read: () => Promise.resolve(kept) })
  arrive({ ...item, imei: '490154203237518', serialNumber: 'SN2' })
  await compliance().find([item.code])
  expect(await compliance().confirm()).toMatchObject({ ok: true })
  expect(sent).toMatchObject([{ itemId: item.id, setAside: 'locked' }])
  expect(sent[0]).not.toHaveProperty('imei')
  expect(sent[0]).not.toHaveProperty('serialNumber')
})

it('a product is set aside with its IMEI once all of it is typed', async () => {
  const { compliance, arrive, sent } = await onNewDevice()
  arrive()
  await compliance().find([item.code])
  compliance().change((draft) => ({ ...draft, imei: ' 490154203237518 ', setAside: 'locked', step: 'summary' }))
  expect(await compliance().confirm()).toMatchObject({ ok: true })
  expect(sent).toMatchObject([{ imei: '490154203237518' }])
})

it('photos that come once their test is left all stay in its draft', async () => {
  let stored: unknown = { ...newDraft(item), step: 'questions' }
  const turn = (): Promise<void> => new Promise((done) => void setTimeout(done, 5))
  const { compliance, arrive } = await onNewDevice(undefined, {
    read: async () => {
      const value = stored
      await turn()
      return value
    },
    write: async (_name: unknown, value: unknown) => {
      await turn()
      stored = value
    },
    update: async (_name: unknown, change: (value: unknown) => unknown) => {
      stored = change(stored) ?? stored
    },
  })
  arrive()
  await compliance().find([item.code])
  compliance().reset()
  const photo = (photoId: string) => compliance().addPhoto(item.id, { photoId, questionId: null })
  await Promise.all([photo('one'), photo('two')])
  expect(stored).toMatchObject({ photos: [{ photoId: 'one' }, { photoId: 'two' }] })
})

it('a photo that another screen took before this one opened the test is part of it, once', async () => {
  const { compliance, arrive, sent, keepPhoto } = await onNewDevice()
  arrive()
  keepPhoto({ id: 'before' })
  keepPhoto({ id: 'of-a-colleague', userId: 'u2' })
  keepPhoto({ id: 'sent', state: 'waiting' })
  await compliance().find([item.code])
  keepPhoto({ id: 'late' })
  await compliance().addPhoto(item.id, { photoId: 'late', questionId: null })
  compliance().change((draft) => ({ ...draft, setAside: 'locked', step: 'summary' }))
  expect(await compliance().confirm()).toMatchObject({ ok: true })
  expect(sent).toMatchObject([{ photos: [{ photoId: 'before' }, { photoId: 'late' }] }])
})

it('a photo that was taken out does not come back while its row is still going', async () => {
  const { compliance, arrive, sent, keepPhoto } = await onNewDevice()
  arrive()
  keepPhoto({ id: 'blurred' })
  await compliance().find([item.code])
  compliance().change((draft) => ({ ...draft, photos: [], setAside: 'locked', step: 'summary' }))
  keepPhoto({ id: 'sharp' })
  expect(await compliance().confirm()).toMatchObject({ ok: true })
  expect(sent).toMatchObject([{ photos: [{ photoId: 'sharp' }] }])
})

it('a storage that refuses to remember another product is an answer, and the test stays open', async () => {
  const { compliance, arrive, sent } = await onNewDevice()
  arrive()
  await compliance().find([item.code])
  const product = {
    id: 'p',
    label: 'Fairphone 4',
    brand: null,
    terms: { id: 'p', simple: true, questionnaireId: null, prices: [] },
  }
  compliance().change((draft) => ({ ...draft, product: product as never, setAside: 'locked', step: 'summary' }))
  const refused = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  try {
    expect(await compliance().confirm()).toEqual({ ok: false, error: 'DEVICE_STORAGE_REFUSED' })
  } finally {
    refused.mockRestore()
  }
  expect(sent).toEqual([])
  expect(await compliance().confirm()).toMatchObject({ ok: true })
})

it('photos stay on the device while the comment that the account asks for is missing', async () => {
  const rules = { ...config, settings: { ...config.settings, isWarehouseCommentMandatory: true } }
  const { compliance, arrive, sent, released, keepPhoto } = await onNewDevice(undefined, {}, rules)
  arrive()
  keepPhoto({ id: 'p' })
  await compliance().find([item.code])
  compliance().change((draft) => ({ ...draft, setAside: 'locked', step: 'summary', comment: ' ' }))
  expect(await compliance().confirm()).toEqual({ ok: false, error: 'CONTROL_COMMENT_MISSING' })
  expect([sent, released]).toEqual([[], []])
  compliance().change((draft) => ({ ...draft, comment: 'Locked by its owner' }))
  expect(await compliance().confirm()).toMatchObject({ ok: true })
  expect(released).toEqual(['p'])
})

it('what is told is the outcome of the captured test, and not the one it had when its product was opened', async () => {
  const { compliance, arrive, comesTo } = await onNewDevice()
  arrive()
  await compliance().find([item.code])
  compliance().change((draft) => ({ ...draft, answers: { [question.screen]: question.broken }, step: 'summary' }))
  arrive({ ...item, buybackStatus: 'bb_completed' })
  comesTo('already_settled')
  expect(await compliance().confirm()).toMatchObject({ ok: true, value: { outcome: 'already_settled' } })
  await vi.waitFor(() =>
    expect(compliance().state).toMatchObject({
      step: 'done',
      outcome: 'already_settled',
      evaluated: { decision: { outcome: 'already_settled' } },
    }),
  )
})

it.each([
  ['is told to be late, and kept no longer, once that is captured', null, 'late', ['p']],
  ['is part of the test that goes on where that is refused', 'ITEM_STATUS_NOT_ELIGIBLE', 'kept', []],
])('a photo that comes while its test is captured %s', async (_name, refusal, comesTo, gone) => {
  const { compliance, arrive, sent, removed, holdCapture } = await onNewDevice(undefined, {
    update: (_name: unknown, change: (value: unknown) => unknown) => Promise.resolve(void change(null)),
  })
  arrive()
  await compliance().find([item.code])
  compliance().change((draft) => ({ ...draft, setAside: 'locked', step: 'summary' }))
  const end = holdCapture()
  const confirming = compliance().confirm()
  await vi.waitFor(() => expect(sent).toMatchObject([{ photos: [] }]))
  const adding = compliance().addPhoto(item.id, { photoId: 'p', questionId: null })
  end(refusal)
  expect(await confirming).toMatchObject({ ok: refusal === null })
  expect(await adding).toBe(comesTo)
  expect(removed).toEqual(gone)
  const photos = refusal === null ? 0 : [{ photoId: 'p' }]
  await vi.waitFor(() =>
    expect(compliance().state).toMatchObject(refusal === null ? { step: 'done', photos } : { draft: { photos } }),
  )
})

it('a photo that its test was captured with is not removed where its screen hears of it later', async () => {
  const { compliance, arrive, sent, removed, keepPhoto } = await onNewDevice(undefined, {
    update: (_name: unknown, change: (value: unknown) => unknown) => Promise.resolve(void change(null)),
  })
  arrive()
  await compliance().find([item.code])
  compliance().change((draft) => ({ ...draft, setAside: 'locked', step: 'summary' }))
  keepPhoto({ id: 'p' })
  await compliance().confirm()
  expect(sent).toMatchObject([{ photos: [{ photoId: 'p' }] }])
  keepPhoto({ id: 'p', state: 'waiting' })
  expect(await compliance().addPhoto(item.id, { photoId: 'p', questionId: null })).toBe('kept')
  expect(removed).toEqual([])
})

it('a photo that comes once its test is erased goes with it, and is no news', async () => {
  const { compliance, arrive, removed } = await onNewDevice(undefined, {
    update: (_name: unknown, change: (value: unknown) => unknown) => Promise.resolve(void change(null)),
  })
  arrive()
  await compliance().find([item.code])
  await compliance().abandon()
  expect(await compliance().addPhoto(item.id, { photoId: 'p', questionId: null })).toBe('forgotten')
  expect(removed).toContain('p')
})

describe('a product that is tested again', () => {
  const again = { ...item, facts: facts({ control: { opId: 'first' } as never }) }
  const leftAt = (tested: ItemRow): unknown =>
    JSON.parse(
      JSON.stringify({
        ...newDraft(tested),
        step: 'summary',
        answers: { [question.screen]: question.broken },
        photos: [{ photoId: 'old', questionId: question.screen }],
        comment: 'Cracked',
      }),
    ) as unknown

  it('begins with nothing of a test that was left half-done before the first one, and says so', async () => {
    const dropped: unknown[] = []
    const { compliance, arrive, sent, keepPhoto, removed } = await onNewDevice(undefined, {
      read: () => Promise.resolve(leftAt(item)),
      drop: (name: unknown) => Promise.resolve(void dropped.push(name)),
    })
    arrive(again)
    keepPhoto({ id: 'old', questionId: question.screen })
    keepPhoto({ id: 'of-a-colleague', userId: 'u2' })
    await compliance().find([item.code])
    await vi.waitFor(() =>
      expect(compliance().state).toMatchObject({ step: 'test', isAnew: true, draft: newDraft(again) }),
    )
    expect(removed).toEqual(['old'])
    expect(dropped).toMatchObject([{ itemId: item.id }])
    compliance().change((draft) => ({ ...draft, setAside: 'locked', step: 'summary' }))
    expect(await compliance().confirm()).toMatchObject({ ok: true })
    expect(sent).toMatchObject([{ photos: [] }])
    expect(sent[0]).not.toHaveProperty('comment')
  })

  it('goes on with that very test where it was left half-done itself', async () => {
    const { compliance, arrive, keepPhoto, removed } = await onNewDevice(undefined, {
      read: () => Promise.resolve(leftAt(again)),
    })
    arrive(again)
    keepPhoto({ id: 'old', questionId: question.screen })
    await compliance().find([item.code])
    await vi.waitFor(() =>
      expect(compliance().state).toMatchObject({ step: 'test', isAnew: false, draft: leftAt(again) as object }),
    )
    expect(removed).toEqual([])
  })
})
