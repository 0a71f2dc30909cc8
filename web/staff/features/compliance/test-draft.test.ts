import { describe, expect, it } from 'vitest'
import type { Question } from '#domain/catalog/questionnaire.ts'
import { resolveCode } from '#domain/item/resolve-code.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { itemRow } from '#tests/support/rows.ts'
import {
  answerTo,
  chosenAnswers,
  imeiOf,
  isCodeOf,
  isOfEarlierTest,
  newDraft,
  questionsOf,
  readDraft,
  serialNumberOf,
  stepBack,
  stepForward,
  waitsForImei,
  withAnswer,
  withProduct,
  imeiIn,
} from './test-draft.ts'

const question = (id: string): Question => ({
  id,
  title: id,
  answers: [{ id: `${id}1`, name: 'Good', bestGrade: 'grade_a', impact: { type: 'none' } }],
})
const questions = [question('q1'), question('q2')]
const item = itemRow(1)

describe('a test under way', () => {
  it('goes through every question to the summary and back without losing an answer', () => {
    const first = stepForward(newDraft(item), questions)
    expect(first).toMatchObject({ step: 'questions', at: 0 })
    const second = stepForward(withAnswer(first, 'q1', 'q11'), questions)
    expect(second).toMatchObject({ step: 'questions', at: 1 })
    const summary = stepForward(withAnswer(second, 'q2', 'q21'), questions)
    expect(summary.step).toBe('summary')
    expect(stepForward(summary, questions)).toBe(summary)
    const back = stepBack(stepBack(summary, questions), questions)
    expect(back).toMatchObject({ step: 'questions', at: 0, answers: { q1: 'q11', q2: 'q21' } })
    expect(stepBack(back, questions)).toMatchObject({ step: 'characteristics', answers: { q1: 'q11', q2: 'q21' } })
  })

  it('goes to the summary from an answer that makes the questions after it pointless, and back to it', () => {
    const off = { id: 'off', name: 'Off', bestGrade: 'grade_e', impact: { type: 'none' }, isLast: true } as const
    const asked = [{ ...question('q1'), answers: [...question('q1').answers, off] }, question('q2'), question('q3')]
    const complete = withAnswer(withAnswer({ ...newDraft(item), step: 'questions' }, 'q1', 'q11'), 'q2', 'q21')
    expect(stepForward(complete, asked)).toMatchObject({ step: 'questions', at: 1 })
    const dead = withAnswer(complete, 'q1', 'off')
    expect(questionsOf(dead, asked).map(({ id }) => id)).toEqual(['q1'])
    const summary = stepForward(dead, asked)
    expect(summary.step).toBe('summary')
    expect(chosenAnswers(summary, asked)).toEqual([{ questionId: 'q1', answerId: 'off' }])
    expect(stepBack(summary, asked)).toMatchObject({ step: 'questions', at: 0, answers: { q2: 'q21' } })
  })

  it('waits for a whole IMEI, except where the product is set aside', () => {
    const half = { ...newDraft(item), imei: '35693803' }
    expect(waitsForImei(half, item)).toBe(true)
    for (const imei of ['', ' ', '356938035643809']) expect(waitsForImei({ ...half, imei }, item)).toBe(false)
    expect(waitsForImei({ ...half, setAside: 'locked' }, item)).toBe(false)
    expect(waitsForImei(newDraft(item), { imei: '35693803' })).toBe(true)
  })

  it('asks nothing of a simple product, nor of one that is set aside', () => {
    expect(stepForward(newDraft(item), []).step).toBe('summary')
    const aside = { ...newDraft(item), setAside: 'locked' as const }
    expect(stepForward(aside, questions).step).toBe('summary')
    expect(stepBack({ ...aside, step: 'summary' }, questions).step).toBe('characteristics')
  })

  it('keeps answers for another product, and sends those alone that it asks', () => {
    const answered = withAnswer(withAnswer(newDraft(item), 'q1', 'q11'), 'gone', 'x')
    const other = withProduct(answered, null)
    expect(chosenAnswers(other, questions)).toEqual([{ questionId: 'q1', answerId: 'q11' }])
  })

  it('counts an answer that another product’s question has, and this one’s has not, as none', () => {
    const [first] = questions
    const answered = withAnswer(newDraft(item), 'q1', 'q1 of another questionnaire')
    expect(answerTo(first!, answered)).toBeNull()
    expect(chosenAnswers(answered, questions)).toEqual([])
    expect(answerTo(first!, withAnswer(answered, 'q1', 'q11'))).toBe('q11')
  })

  it('begins again where what was kept is of another shape or another product', () => {
    const kept = withAnswer(newDraft(item), 'q1', 'q11')
    expect(readDraft(JSON.parse(JSON.stringify(kept)), item)).toEqual(kept)
    expect(readDraft({ ...kept, step: 'elsewhere' }, item)).toEqual(newDraft(item))
    expect(readDraft({ ...kept, itemId: 'other' }, item)).toEqual(newDraft(item))
    expect(readDraft(null, item)).toEqual(newDraft(item))
  })
})

describe('a test that was left half-done', () => {
  const after = (opId?: string) =>
    itemRow(1, { facts: { control: opId === undefined ? {} : { opId } } as NonNullable<ItemRow['facts']> })
  const kept = (tested: ItemRow): unknown =>
    JSON.parse(JSON.stringify(withAnswer(newDraft(tested), 'q1', 'q11'))) as unknown

  it.each([
    ['the first one', item],
    ['one after another test', after('first')],
    ['one after a test of an earlier app', after()],
  ])('goes on where it is still the one that is due: %s', (_name, tested) => {
    expect(isOfEarlierTest(kept(tested), tested)).toBe(false)
    expect(readDraft(kept(tested), tested).answers).toEqual({ q1: 'q11' })
  })

  it.each([
    ['for the first time', item, after('first')],
    ['by an earlier app', item, after()],
    ['once more', after('first'), after('second')],
    ['once more, after a test of an earlier app', after(), after('second')],
  ])('is over once the product has been tested %s', (_name, before, tested) => {
    expect(isOfEarlierTest(kept(before), tested)).toBe(true)
    expect(readDraft(kept(before), tested)).toEqual(newDraft(tested))
  })

  it('goes on where the product is known by so little that no test of it is', () => {
    expect(isOfEarlierTest(kept(after('first')), item)).toBe(false)
  })

  it('goes on where an earlier app has kept it, which says of no test that it came after', () => {
    const { afterOpId: _, ...ofBefore } = withAnswer(newDraft(item), 'q1', 'q11')
    expect(isOfEarlierTest(ofBefore, after('first'))).toBe(false)
    expect(readDraft(ofBefore, after('first'))).toEqual({ ...ofBefore, afterOpId: 'first' })
  })
})

describe('IMEI and serial number', () => {
  const known = itemRow(1, { imei: '356938035643809', serialNumber: 'SN1' })
  const corrected = { imei: '490154203237518', serialNumber: 'SN2' }

  it('are those of the product, also where they are corrected while a test of it is kept', () => {
    const kept = readDraft(JSON.parse(JSON.stringify(withAnswer(newDraft(known), 'q1', 'q11'))), known)
    expect([imeiOf(kept, known), serialNumberOf(kept, known)]).toEqual(['356938035643809', 'SN1'])
    expect([imeiOf(kept, corrected), serialNumberOf(kept, corrected)]).toEqual(['490154203237518', 'SN2'])
  })

  it('are what was typed or scanned, erased ones too, and what an earlier app has kept', () => {
    const kept = { ...newDraft(known), imei: '', serialNumber: 'SN3' }
    expect(readDraft(kept, known)).toEqual(kept)
    expect([imeiOf(kept, corrected), serialNumberOf(kept, corrected)]).toEqual(['', 'SN3'])
  })
})

describe('a code that is scanned in a test', () => {
  const known = itemRow(1, { serialNumber: 'SN48/X201' })
  const found = { ...newDraft(known), imei: ' 356938035643809 ', serialNumber: 'sn48/x999' }

  it.each([known.code, known.buybackCode, known.imei!, '356938035643809', 'SN48/X201', 'SN48/X999'])(
    'is one of the product’s own: %s',
    (code) => {
      expect(isCodeOf(code, known, found)).toBe(true)
    },
  )

  it('is another product’s, or none', () => {
    expect(isCodeOf(itemRow(2).code, known, found)).toBe(false)
    expect(isCodeOf('', known, { ...found, imei: '', serialNumber: '' })).toBe(false)
  })
})

describe('the IMEI of a scan', () => {
  const two = resolveCode('260531793113837;260531793113845', 'item')

  it('is the product’s own where a code holds two, whichever stands first', () => {
    expect(imeiIn(two, { imei: '260531793113837' })).toBe('260531793113837')
    expect(imeiIn(two, { imei: '260531793113845' })).toBe('260531793113845')
  })

  it('is the first one of a product that has none of them, and none where the code holds none', () => {
    expect(imeiIn(two, { imei: null })).toBe('260531793113837')
    expect(imeiIn(resolveCode('AB12CD34', 'item'), { imei: null })).toBeUndefined()
  })
})
