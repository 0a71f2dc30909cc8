import * as z from 'zod'
import { questionsAsked, type ChosenAnswer, type Question } from '#domain/catalog/questionnaire.ts'
import { isImei } from '#domain/kernel/imei.ts'
import { setAsideReasons } from '#domain/compliance/compliance.ts'
import type { CodeResolution } from '#domain/item/resolve-code.ts'
import { maxPhotosOfTest } from '#domain/item/evidence-photo.ts'
import { controlProduct } from '#sync/calls/compliance.ts'
import { itemFacts, type ItemRow } from '#sync/wire/item-row.ts'

const draftPhoto = z.object({ photoId: z.string(), questionId: z.string().nullable() })

/** What an operator has said of a product so far; kept on the device after every step. */
export const testDraftSchema = z.object({
  itemId: z.string(),
  /**
   * The latest test that the product had when this one began: null where it had none, empty where nothing names it;
   * absent from a draft of an earlier app.
   */
  afterOpId: z.string().nullable().optional(),
  step: z.enum(['characteristics', 'questions', 'summary']),
  /** Place of the question that is asked. */
  at: z.int().min(0),
  /** The product in hand where it is not the declared one. */
  product: controlProduct.nullable(),
  /** As it was typed or scanned; null where nobody has, so that the product's own counts, as it is corrected. */
  imei: z.string().nullable(),
  /** The same of the serial number. */
  serialNumber: z.string().nullable(),
  answers: z.record(z.string(), z.string()),
  photos: z.array(draftPhoto),
  setAside: z.enum(setAsideReasons).nullable(),
  stockId: z.string().nullable(),
  comment: z.string(),
})
/** What an operator has said of a product so far. */
export type TestDraft = Readonly<z.output<typeof testDraftSchema>>
/** A photo of a test that goes on. */
export type DraftPhoto = z.output<typeof draftPhoto>

/** The beginning of a test. */
export function newDraft(item: ItemRow): TestDraft {
  return {
    itemId: item.id,
    afterOpId: latestTestOf(item),
    step: 'characteristics',
    at: 0,
    product: null,
    imei: null,
    serialNumber: null,
    answers: {},
    photos: [],
    setAside: null,
    stockId: null,
    comment: '',
  }
}

function latestTestOf(item: ItemRow): string | null {
  const { control } = itemFacts(item)
  return control === null ? null : (control.opId ?? '')
}

/** Whether a kept test is older than the product's latest test, which another user has done since then. */
export function isOfEarlierTest(value: unknown, item: ItemRow): boolean {
  const parsed = testDraftSchema.safeParse(value)
  if (!parsed.success || parsed.data.afterOpId === undefined) return false
  // A row of which little is known names no test; that says nothing against what is kept.
  const latest = latestTestOf(item)
  return latest !== null && parsed.data.afterOpId !== latest
}

/** A kept test; the beginning of one where what is kept has another shape, or the product has been tested since. */
export function readDraft(value: unknown, item: ItemRow): TestDraft {
  const parsed = testDraftSchema.safeParse(value)
  if (!parsed.success || parsed.data.itemId !== item.id || isOfEarlierTest(value, item)) return newDraft(item)
  const { afterOpId = latestTestOf(item) } = parsed.data
  return { ...parsed.data, afterOpId }
}

/** The answer to a question; photos of another answer stay, since they may show the same. */
export function withAnswer(draft: TestDraft, questionId: string, answerId: string): TestDraft {
  return { ...draft, answers: { ...draft.answers, [questionId]: answerId } }
}

/** One step on; from the last question to the summary. */
export function stepForward(draft: TestDraft, questions: readonly Question[]): TestDraft {
  if (draft.step === 'summary') return draft
  const next = draft.step === 'characteristics' ? 0 : draft.at + 1
  if (draft.setAside !== null || next >= questionsOf(draft, questions).length) return { ...draft, step: 'summary' }
  return { ...draft, step: 'questions', at: next }
}

/** One step back; nothing that was said is lost. */
export function stepBack(draft: TestDraft, questions: readonly Question[]): TestDraft {
  if (draft.step === 'questions' && draft.at > 0) return { ...draft, at: draft.at - 1 }
  const asked = questionsOf(draft, questions)
  if (draft.step === 'summary' && draft.setAside === null && asked.length > 0)
    return { ...draft, step: 'questions', at: asked.length - 1 }
  return { ...draft, step: 'characteristics', at: 0 }
}

/** Another product in hand: its questions are asked, and answers to those that both have stay. */
export function withProduct(draft: TestDraft, product: TestDraft['product']): TestDraft {
  return { ...draft, product, step: 'characteristics', at: 0 }
}

/** The answer to a question; null where none is chosen, or one that the question has only for another product. */
export function answerTo({ id, answers }: Question, draft: TestDraft): string | null {
  return answers.find((answer) => answer.id === draft.answers[id])?.id ?? null
}

/** The questions that a test asks after what is answered so far. */
export function questionsOf(draft: TestDraft, questions: readonly Question[]): readonly Question[] {
  return questionsAsked(questions, answersOf(draft, questions))
}

/** The answers to these questions that count, in their order; nothing of another product's. */
export function chosenAnswers(draft: TestDraft, questions: readonly Question[]): readonly ChosenAnswer[] {
  return answersOf(draft, questionsOf(draft, questions))
}

function answersOf(draft: TestDraft, questions: readonly Question[]): readonly ChosenAnswer[] {
  return questions.flatMap((question) => {
    const answerId = answerTo(question, draft)
    return answerId === null ? [] : [{ questionId: question.id, answerId }]
  })
}

/** Whether a summary still says what it said before; photos, place and comment change while it is in sight. */
export function isSameSummary(now: TestDraft, before: TestDraft): boolean {
  const isSame = now.itemId === before.itemId && now.answers === before.answers && now.product === before.product
  return now.step === 'summary' && isSame && now.setAside === before.setAside
}

/** The photos of a question, or of the product as a whole. */
export function photosOf(draft: TestDraft | null, questionId: string | null): readonly DraftPhoto[] {
  return draft?.photos.filter((photo) => photo.questionId === questionId) ?? []
}

/** The IMEI as it stands in a test: what was typed or scanned, else the product's own. */
export function imeiOf(draft: Pick<TestDraft, 'imei'>, item: Pick<ItemRow, 'imei'>): string {
  return draft.imei ?? item.imei ?? ''
}

/** The serial number as it stands in a test, alike. */
export function serialNumberOf(draft: Pick<TestDraft, 'serialNumber'>, item: Pick<ItemRow, 'serialNumber'>): string {
  return draft.serialNumber ?? item.serialNumber ?? ''
}

/** Whether a code that was read stands on the product under test, as it is known or as it was found. */
export function isCodeOf(code: string, item: ItemRow, draft: TestDraft): boolean {
  const found = [imeiOf(draft, item), serialNumberOf(draft, item), item.serialNumber ?? '']
  const own = [item.code, item.buybackCode, item.imei, ...found.map((text) => text.trim().toUpperCase())]
  return code !== '' && own.includes(code)
}

/** The serial number that a scan may be: what has no shape of a code of ours, as the maker prints on the product. */
export function serialIn({ candidates, code }: CodeResolution): string | null {
  return candidates.length === 0 && /^[0-9A-Z/.]{5,64}$/.test(code) ? code : null
}

/** The IMEI that a scan names: the product's own where a code holds several, else the first; undefined where it holds none. */
export function imeiIn({ candidates }: CodeResolution, { imei }: Pick<ItemRow, 'imei'>): string | undefined {
  const imeis = candidates.flatMap(({ kind, code }) => (kind === 'imei' ? [code] : []))
  return imeis.find((code) => code === imei) ?? imeis[0]
}

/** Whether what stands as the IMEI is none, as while it is half typed. */
export function isImeiWrong(draft: Pick<TestDraft, 'imei'>, item: Pick<ItemRow, 'imei'>): boolean {
  const imei = imeiOf(draft, item).trim()
  return imei !== '' && !isImei(imei)
}

/** Whether the IMEI has to be put right before the test goes on; a product that is set aside goes without. */
export function waitsForImei(draft: TestDraft, item: Pick<ItemRow, 'imei'>): boolean {
  return draft.step === 'characteristics' && draft.setAside === null && isImeiWrong(draft, item)
}

/** Whether another photo may be added. */
export function takesPhoto(draft: TestDraft): boolean {
  return draft.photos.length < maxPhotosOfTest
}
