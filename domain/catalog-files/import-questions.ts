import type { AnswerGrade } from '../catalog/grade.ts'
import { questionSchema, type QuestionBody } from '../catalog/question.schema.ts'
import { fail, succeed, type Result } from '../kernel/result.ts'
import type { TranslationsChange } from '../kernel/translations.ts'
import type { IgnoredLine, ImportStrategy } from './catalog-import.ts'
import { readCell, readId, type CellValue } from './import-cell.ts'
import { importFields } from './import-fields.ts'
import { placeFinder, type ImportPlace } from './import-places.ts'
import { translatedFields, translationsAfter, translationValues, writingFields } from './translated-columns.ts'
import {
  changesOf,
  fault,
  findById,
  keyOf,
  ofOwnId,
  schemaFault,
  withValue,
  type FieldValues,
  type Found,
  type ImportLine,
  type LineChanges,
  type LineFault,
  type LinesTold,
} from './import-line.ts'

/** An answer of a question; a percentage is whole, amounts are cents. */
export interface ImportedAnswer {
  readonly id: string
  readonly name: string
  readonly translations?: TranslationsChange | undefined
  readonly description: string | null
  readonly bestGrade: AnswerGrade
  readonly impactType: 'none' | 'percentage' | 'amount'
  readonly impactValue: number
  readonly capCents: number | null
  readonly isLast?: boolean | undefined
}

/** A question as an import finds and leaves it, its answers in their order. */
export interface ImportedQuestion {
  readonly id: string
  readonly title: string
  readonly translations?: TranslationsChange | undefined
  readonly howToTest: string | null
  readonly description: string | null
  readonly answers: readonly ImportedAnswer[]
  readonly categoryIds: readonly string[]
}

/** What the account has when a part of a file is decided. */
export interface QuestionWorld {
  /** Questions that the lines may be about. */
  readonly questions: readonly ImportedQuestion[]
  /** Whose the answers are that the lines name by their ids. */
  readonly answerOwners: ReadonlyMap<string, string>
  readonly categories: readonly ImportPlace[]
  readonly strategy: ImportStrategy
  readonly newId: () => string
}

/** What a part of a file does to the questions, and to how many of its lines. */
export interface QuestionDecision extends LinesTold {
  readonly inserted: readonly ImportedQuestion[]
  readonly updated: readonly ImportedQuestion[]
  readonly insertedLines: number
  readonly updatedLines: number
  /** The first line about each question that is written, by its id. */
  readonly lineOf: ReadonlyMap<string, number>
}

interface Decided {
  readonly question: ImportedQuestion
  readonly isNew: boolean
  readonly insertedLines: number
  readonly updatedLines: number
  readonly notices: readonly LineProblem[]
}

/** A fault with the line whose it is. */
interface LineProblem {
  readonly line: ImportLine
  readonly fault: LineFault
}

const { title, how_to_test, description, ...ofAnswer } = importFields.diagnostic
const answerFields = { ...ofAnswer, ...translatedFields('answer') }
const questionFields = { title, how_to_test, description, ...translatedFields('question') }

/**
 * Decides the questions of a part of a file (IO-05), by the rules of the form (CAT-44, CAT-45). Answers that the file
 * does not name stay, and so do categories; a question is written whole or not at all.
 */
export function decideQuestions(
  units: readonly { readonly lines: readonly ImportLine[] }[],
  world: QuestionWorld,
): QuestionDecision {
  const questions = new Map(world.questions.map((question) => [question.id, question]))
  const answerOwners = new Map(world.answerOwners)
  const [inserted, updated] = [new Set<string>(), new Set<string>()]
  const lineOf = new Map<string, number>()
  const [ignored, notices]: [IgnoredLine[], IgnoredLine[]] = [[], []]
  const told = ({ line, fault: one }: LineProblem): IgnoredLine => ({ line: line.line, ...withValue(one, line) })
  let [insertedLines, updatedLines] = [0, 0]
  for (const { lines } of units) {
    const decided = decide(lines, { ...world, answerOwners, questions: [...questions.values()] })
    if (!decided.ok) {
      const faulty = new Set(decided.error.map(({ line }) => line))
      const first = String(decided.error[0]!.line.line)
      const others = lines.filter((line) => !faulty.has(line))
      const ignoredToo = others.map((line) => ({ line, fault: fault('LINE_QUESTION_IGNORED', null, first) }))
      ignored.push(...[...decided.error, ...ignoredToo].map(told).toSorted((one, other) => one.line - other.line))
    } else if (decided.value !== null) {
      notices.push(...decided.value.notices.map(told))
      const { question, isNew } = decided.value
      if (isNew) inserted.add(question.id)
      else if (!inserted.has(question.id)) updated.add(question.id)
      if (!lineOf.has(question.id)) lineOf.set(question.id, lines[0]!.line)
      questions.set(question.id, question)
      for (const answer of question.answers) answerOwners.set(answer.id, question.id)
      insertedLines += decided.value.insertedLines
      updatedLines += decided.value.updatedLines
    }
  }
  const rows = (ids: ReadonlySet<string>) => [...ids].map((id) => questions.get(id)!)
  return { inserted: rows(inserted), updated: rows(updated), insertedLines, updatedLines, ignored, notices, lineOf }
}

function decide(lines: readonly ImportLine[], world: QuestionWorld): Result<Decided | null, readonly LineProblem[]> {
  const broken = lines.flatMap((line) => line.faults.map((each) => ({ line, fault: each })))
  if (broken.length > 0) return fail(broken)
  const [first] = lines as readonly [ImportLine, ...ImportLine[]]
  const differing = lines.flatMap((line) => {
    const column = [...Object.keys(questionFields), 'categories'].find((one) => line.cells[one] !== first.cells[one])
    return column === undefined ? [] : [{ line, fault: fault('LINE_QUESTION_DIFFERS', column, String(first.line)) }]
  })
  if (differing.length > 0) return fail(differing)
  const at = (...faults: readonly LineFault[]) => faults.map((each) => ({ line: first, fault: each }))
  const categoryIds = categoriesOf(first, world)
  const found = find(first, categoryIds.ok ? categoryIds.value : [], world)
  if (!found.ok) return fail(at(found.error, ...(categoryIds.ok ? [] : [categoryIds.error])))
  const { id, present } = found.value
  const changes = changesOf(questionFields, first, present === null ? null : factsOf(present))
  const answers = answersOf(lines, found.value, world)
  const added = categoryIds.ok ? categoryIds.value.filter((one) => present?.categoryIds.includes(one) !== true) : []
  const isNowhere = categoryIds.ok && present === null && added.length === 0
  const unread = [
    ...at(...(categoryIds.ok ? [] : [categoryIds.error]), ...changes.faults),
    ...at(...(isNowhere ? [fault('LINE_VALUE_MISSING', 'categories')] : [])),
    ...answers.problems,
  ]
  const isChanged = Object.keys(changes.values).length > 0 || added.length > 0
  const { newLines, changedLines } = answers
  if (unread.length === 0 && present !== null && !isChanged && newLines.size + changedLines.size === 0)
    return succeed(null)
  const facts = { ...(present === null ? emptyFacts : factsOf(present)), ...changes.values }
  const validated = validate(facts, answers.answers, present)
  const judged = validated.ok
    ? []
    : validated.error.map((one) => ({ line: lines.find(({ line }) => line === one.line) ?? first, fault: one.fault }))
  // Answers that could not be read are not too few.
  const isSaid = (one: LineProblem) =>
    unread.some((each) => isOfOneCell(each, one)) ||
    (one.fault.code === 'LINE_QUESTION_ANSWERS' && answers.problems.length > 0)
  const problems = [...unread, ...judged.filter((one) => !isSaid(one))]
  if (!validated.ok || problems.length > 0) return fail(problems)
  const question = { id, ...validated.value, categoryIds: [...(present?.categoryIds ?? []), ...added] }
  const ofLines = lines.flatMap((line) => (line.notices ?? []).map((each) => ({ line, fault: each })))
  const notices = [...ofLines, ...at(...changes.notices)]
  if (present === null) return succeed({ question, isNew: true, insertedLines: lines.length, updatedLines: 0, notices })
  // What the question itself says stands in its first line.
  const touched = new Set([...changedLines, ...(isChanged ? [first.line] : [])])
  const updatedLines = [...touched].filter((line) => !newLines.has(line)).length
  return succeed({ question, isNew: false, insertedLines: newLines.size, updatedLines, notices })
}

function isOfOneCell(one: LineProblem, other: LineProblem): boolean {
  return one.line === other.line && one.fault.field === other.fault.field
}

function categoriesOf(line: ImportLine, { categories }: QuestionWorld): Result<readonly string[], LineFault> {
  const read = readCell('list', line.cells['categories'] ?? '')
  const named = read.ok ? (read.value as readonly string[]) : []
  const places = named.map(placeFinder(categories))
  return places.some((place) => place === undefined)
    ? fail(fault('LINE_CATEGORY_UNKNOWN', 'categories'))
    : succeed(places.map((place) => place!.id))
}

/** By its id where that is known, else by its title; of several with one title, the one that the very categories of the line ask. */
function find(
  line: ImportLine,
  categoryIds: readonly string[],
  { questions, strategy, newId }: QuestionWorld,
): Result<Found<ImportedQuestion>, LineFault> {
  if (strategy === 'uuid')
    return findById(line, 'question_id', (id) => questions.find((question) => question.id === id))
  const own = ofOwnId(line, 'question_id', (id) => questions.find((question) => question.id === id))
  if (own !== null) return succeed(own)
  const asked = keyOf(line, 'title')
  if (asked === null) return fail(fault('LINE_KEY_MISSING', 'title'))
  const named = questions.filter((question) => question.title.trim() === asked)
  const narrowed = named.filter(
    (question) =>
      question.categoryIds.length === categoryIds.length &&
      categoryIds.every((id) => question.categoryIds.includes(id)),
  )
  const candidates = named.length > 1 && narrowed.length > 0 ? narrowed : named
  if (candidates.length > 1) return fail(fault('LINE_AMBIGUOUS', 'title'))
  const [present = null] = candidates
  return succeed({ id: present?.id ?? newId(), present })
}

interface Answers {
  readonly problems: readonly LineProblem[]
  readonly answers: readonly FieldValues[]
  readonly newLines: ReadonlySet<number>
  readonly changedLines: ReadonlySet<number>
}

/** The answers as the lines leave them: those that are there keep their places, new ones come behind. */
function answersOf(
  lines: readonly ImportLine[],
  { id: questionId, present }: Found<ImportedQuestion>,
  { strategy, newId, answerOwners }: QuestionWorld,
): Answers {
  const answers = new Map((present?.answers ?? []).map((answer) => [answer.id, valuesOf(answer)]))
  const byName = new Map((present?.answers ?? []).map(({ id, name }) => [name.trim(), id]))
  const told = new Map<string, number>()
  const problems: LineProblem[] = []
  const [newLines, changedLines] = [new Set<number>(), new Set<number>()]
  for (const line of lines) {
    const refuse = (...faults: readonly LineFault[]) => problems.push(...faults.map((each) => ({ line, fault: each })))
    const key = answerKey(line, strategy)
    if (!key.ok) {
      refuse(key.error)
      continue
    }
    const own = ofOwnId(line, 'answer_id', (one) => answers.get(one))?.id
    const id = strategy === 'uuid' ? key.value : (own ?? byName.get(key.value) ?? newId())
    const earlier = told.get(id)
    if (earlier !== undefined) {
      refuse(fault('LINE_REPEATED', strategy === 'uuid' ? 'answer_id' : 'answer_name', String(earlier)))
      continue
    }
    told.set(id, line.line)
    if (own === undefined) byName.set(key.value, id)
    if ((answerOwners.get(id) ?? questionId) !== questionId) {
      refuse(fault('LINE_ID_TAKEN', 'answer_id'))
      continue
    }
    const before = answers.get(id) ?? null
    const { values, faults } = impactChanges(changesOf(answerFields, line, before), before)
    refuse(...faults)
    if (before === null) newLines.add(line.line)
    else if (Object.keys(values).length > 0) changedLines.add(line.line)
    answers.set(id, { ...(before ?? { ...emptyAnswer, id }), ...values, line: line.line })
  }
  return { problems, answers: [...answers.values()], newLines, changedLines }
}

/** An answer without impact has no value, and 0 says so too; an amount has no cap. */
function impactChanges(changes: LineChanges, before: FieldValues | null): LineChanges {
  const { [path.value]: value, [path.cap]: cap, ...others } = changes.values
  const type = others[path.type] ?? before?.[path.type] ?? 'none'
  const faults = [
    ...changes.faults,
    ...(type === 'none' && typeof value === 'number' && value !== 0 ? [fault('LINE_VALUE_WRONG', 'impact_value')] : []),
    ...(type !== 'percentage' && typeof cap === 'number' && cap !== 0 ? [fault('LINE_VALUE_WRONG', 'impact_cap')] : []),
  ]
  if (type === 'percentage' || faults.length > 0) return { ...changes, faults }
  const values = { ...others, ...(type === 'amount' && value !== undefined && { [path.value]: value }) }
  return { ...changes, values, faults }
}

function answerKey(line: ImportLine, strategy: ImportStrategy): Result<string, LineFault> {
  if (strategy === 'generic') {
    const name = keyOf(line, 'answer_name')
    return name === null ? fail(fault('LINE_KEY_MISSING', 'answer_name')) : succeed(name)
  }
  const id = readId(line.cells['answer_id'] ?? '')
  if (!id.ok) return fail(fault(id.error, 'answer_id'))
  return id.value === null ? fail(fault('LINE_KEY_MISSING', 'answer_id')) : succeed(id.value)
}

type Validated = Omit<ImportedQuestion, 'id' | 'categoryIds'>

function validate(
  facts: FieldValues,
  answers: readonly FieldValues[],
  present: ImportedQuestion | null,
): Result<Validated, readonly { readonly fault: LineFault; readonly line: CellValue }[]> {
  const known = new Map((present?.answers ?? []).map((answer) => [answer.id, answer]))
  const parsed = questionSchema.safeParse({
    title: facts['title'] ?? '',
    howToTest: facts['howToTest'],
    description: facts['description'],
    translations: translationsAfter('question', present?.translations, facts),
    answers: answers.map((answer) => ({
      id: answer['id'],
      name: answer[path.name] ?? '',
      description: answer[path.description],
      translations: translationsAfter('answer', known.get(String(answer['id']))?.translations, answer),
      bestGrade: answer[path.bestGrade],
      impact: impactOf(answer),
      isLast: answer[path.isLast],
    })),
  })
  if (parsed.success) {
    const { answers: written, ...question } = parsed.data
    return succeed({ ...question, answers: written.map(writtenOf) })
  }
  return fail(
    parsed.error.issues.map((issue) => {
      const place = issue.path.find((part) => typeof part === 'number')
      const isOfAll = issue.path.length === 1 && issue.path[0] === 'answers'
      const title = facts['title']
      return {
        fault: isOfAll
          ? fault('LINE_QUESTION_ANSWERS', 'answer_name', typeof title === 'string' ? title : null)
          : schemaFault(allFields, readable(issue)),
        line: place === undefined ? null : (answers[place]?.['line'] ?? null),
      }
    }),
  )
}

// The schema knows an impact by its type, the file by one column for each part of it.
function readable({ path: way, message }: { readonly path: readonly PropertyKey[]; readonly message: string }) {
  const renamed = way.map((part) => (part === 'percent' || part === 'amountCents' ? 'value' : part))
  return { path: renamed.at(-1) === 'impact' ? [...renamed, 'type'] : renamed, message }
}

const allFields = writingFields('diagnostic')

const path = {
  name: answerFields.answer_name.path,
  description: answerFields.answer_description.path,
  bestGrade: answerFields.best_grade.path,
  type: answerFields.impact_type.path,
  value: answerFields.impact_value.path,
  cap: answerFields.impact_cap.path,
  isLast: answerFields.is_last.path,
} as const

function impactOf(answer: FieldValues): unknown {
  const [type, value, cap] = [answer[path.type], answer[path.value], answer[path.cap]]
  const number = typeof value === 'number' ? value : 0
  if (type === 'percentage') return { type, percent: number / 100, capCents: cap }
  if (type === 'amount') return { type, amountCents: number }
  return { type }
}

function writtenOf({ id, impact, ...answer }: QuestionBody['answers'][number]): ImportedAnswer {
  const impactValue = impact.type === 'percentage' ? impact.percent : impact.type === 'amount' ? impact.amountCents : 0
  const capCents = impact.type === 'percentage' ? impact.capCents : null
  return { ...answer, id: id!, impactType: impact.type, impactValue, capCents }
}

const emptyFacts: FieldValues = { title: null, howToTest: null, description: null }
const emptyAnswer: FieldValues = {
  [path.name]: null,
  [path.description]: null,
  [path.bestGrade]: 'grade_a',
  [path.type]: 'none',
  [path.value]: null,
  [path.cap]: null,
  [path.isLast]: false,
}

function factsOf({ title: asked, howToTest, description: told, translations }: ImportedQuestion): FieldValues {
  return { title: asked, howToTest, description: told, ...translationValues('question', translations) }
}

/** As {@link ImportedAnswer}, with percentages in hundredths like amounts. */
function valuesOf({
  id,
  name,
  description: told,
  translations,
  bestGrade,
  isLast = false,
  ...impact
}: ImportedAnswer): FieldValues {
  const value: Readonly<Record<ImportedAnswer['impactType'], CellValue>> = {
    none: null,
    percentage: impact.impactValue * 100,
    amount: impact.impactValue,
  }
  return {
    id,
    [path.name]: name,
    [path.description]: told,
    [path.bestGrade]: bestGrade,
    [path.type]: impact.impactType,
    [path.value]: value[impact.impactType],
    [path.cap]: impact.capCents,
    [path.isLast]: isLast,
    ...translationValues('answer', translations),
  }
}
