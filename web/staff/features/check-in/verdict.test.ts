import { describe, expect, it } from 'vitest'
import { attentionErrors } from '#domain/attention/attention-errors.ts'
import { checkInKinds } from '#domain/check-in/check-in.ts'
import { itemErrors } from '#domain/item/item-errors.ts'
import { engineOutcomeCodes } from '#sync/wire/sync-errors.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Config } from '#sync/wire/pull.ts'
import de from '#locales/de-DE/warehouse.json' with { type: 'json' }
import en from '#locales/en-GB/warehouse.json' with { type: 'json' }
import fr from '#locales/fr-FR/warehouse.json' with { type: 'json' }
import nl from '#locales/nl-BE/warehouse.json' with { type: 'json' }
import { scanResultStyles } from '#web/scan/scan-result-style.ts'
import { acceptedVerdict, refusedVerdict, unknownVerdict } from './verdict.ts'

const config: Config = {
  stocks: [{ id: 's1', warehouseId: 'w1', name: 'Quai 4', native: 'awaiting_control', location: null }],
  warehouses: [{ id: 'w2', name: 'Atelier Nord', city: 'Lille' }],
  settings: {
    warehouseCheckinRequirement: 'mandatory',
    isWarehouseCommentMandatory: false,
    timeZone: 'Europe/Paris',
    currency: 'EUR',
  },
}

const item = (change: Partial<ItemRow> = {}): ItemRow =>
  ({ stockId: 's1', destinationWarehouseId: 'w2', ...change }) as ItemRow

describe('a verdict', () => {
  it('names the stock, and asks to set the product aside where the copy lacks it', () => {
    expect(acceptedVerdict('to_test', item(), config).next).toEqual({ kind: 'stock', stock: 'Quai 4' })
    expect(acceptedVerdict('to_test', item({ stockId: 's9' }), config).next).toEqual({ kind: 'text', text: 'setAside' })
  })

  it('names the warehouse that a product is forwarded to, and stays', () => {
    expect(acceptedVerdict('to_forward', item(), config)).toMatchObject({
      tone: 'elsewhere',
      signal: 'elsewhere',
      stays: true,
      next: { kind: 'forward', warehouse: 'Atelier Nord', city: 'Lille' },
    })
  })

  it('tells accepted, already done, another warehouse, unknown and attention apart by signal and by colour', () => {
    const verdicts = [
      acceptedVerdict('to_test', item(), config),
      refusedVerdict('ITEM_ALREADY_CHECKED_IN'),
      acceptedVerdict('to_forward', item(), config),
      unknownVerdict('2000000000008'),
      refusedVerdict('ITEM_CODE_AMBIGUOUS'),
    ]
    expect(new Set(verdicts.map(({ signal }) => signal)).size).toBe(5)
    expect(new Set(verdicts.map(({ tone }) => tone)).size).toBe(5)
  })

  it('stops at a product that goes to quarantine as the other screens do', () => {
    expect(acceptedVerdict('kept', item(), config)).toMatchObject({ ...scanResultStyles.quarantine, stays: true })
    expect(acceptedVerdict('to_return', item(), config)).toMatchObject({ ...scanResultStyles.wrong, stays: true })
    expect(acceptedVerdict('to_forward', item(), config)).toMatchObject(scanResultStyles.elsewhere)
  })

  it('stops at a product in the stock of another warehouse, and names it', () => {
    const stop = refusedVerdict('ITEM_IN_OTHER_WAREHOUSE', item({ warehouseId: 'w2' }), config)
    expect(stop).toEqual({
      ...scanResultStyles.elsewhere,
      word: 'elsewhere',
      next: { kind: 'elsewhere', warehouse: 'Atelier Nord', city: 'Lille' },
      stays: true,
    })
    // Where the server refuses a code that the device did not know, the colour is the same and the reason stands there.
    expect(refusedVerdict('ITEM_IN_OTHER_WAREHOUSE')).toMatchObject({
      ...scanResultStyles.elsewhere,
      next: { kind: 'reason', code: 'ITEM_IN_OTHER_WAREHOUSE' },
    })
  })

  it('hints at a misread where the check digit of an unknown code is wrong', () => {
    expect(unknownVerdict('2000000000009').next).toEqual({ kind: 'text', text: 'misread' })
    expect(unknownVerdict('FOREIGN8').next).toEqual({ kind: 'text', text: 'unknown' })
  })

  it('never lets a refusal pass without a hand', () => {
    for (const code of itemErrors) if (code !== 'ITEM_ALREADY_CHECKED_IN') expect(refusedVerdict(code).stays).toBe(true)
  })
})

describe('the texts', () => {
  it.each([
    ['fr-FR', fr],
    ['en-GB', en],
    ['nl-BE', nl],
    ['de-DE', de],
  ])('of %s have every reason and every kind', (_language, texts) => {
    const errors: Readonly<Record<string, string>> = texts.errors
    for (const code of [...itemErrors, ...engineOutcomeCodes, ...attentionErrors])
      expect(errors[code], code).toMatch(/\S/)
    for (const kind of checkInKinds) expect(texts.outcome[kind]).toMatch(/\S/)
  })
})
