import { createHash } from 'node:crypto'
import type pg from 'pg'
import { estimate, type GradePrices, type ProductTerms } from '#domain/catalog/estimate.ts'
import { answerGrades, type AnswerGrade, type Grade } from '#domain/catalog/grade.ts'
import type { PriceImpact } from '#domain/catalog/price-impact.ts'
import type { ChosenAnswer, Question, Questionnaire } from '#domain/catalog/questionnaire.ts'
import { insertRows, type Row } from './insert-rows.ts'

interface CategoryQuestions {
  readonly categoryId: string
  readonly questions: readonly Question[]
}

interface PricedProduct {
  readonly id: string
  readonly categoryId: string
  readonly simple: boolean
  readonly prices: GradePrices
}

/**
 * Freezes the questions of every category that has none frozen yet, and fills the temporary table `demo_condition`:
 * what each product is declared or found to be for each grade that an item draws, priced by the estimate itself.
 */
export async function prepareDeclarations(client: pg.ClientBase, accountId: string): Promise<void> {
  const categories = await questionsOf(client, accountId)
  const questionnaires = new Map(categories.map((each) => [each.categoryId, questionnaireOf(accountId, each)]))
  for (const [categoryId, { id, questions }] of questionnaires)
    await client.query(
      `insert into questionnaire (account_id, id, category_id, content, created_at)
       select $1, $2, $3, $4, a.created_at from account a where a.id = $1 on conflict do nothing`,
      [accountId, id, categoryId, JSON.stringify({ questions })],
    )
  await client.query(`create temp table demo_condition (product_id uuid, asked_grade text, grade text, price_cents int,
    questionnaire_id uuid, answers jsonb, primary key (product_id, asked_grade))`)
  const products = await productsOf(client, accountId)
  await insertRows(
    client,
    'demo_condition',
    products.flatMap((product) => conditionsOf(product, questionnaires.get(product.categoryId) ?? none)),
  )
  await client.query('analyze demo_condition')
}

const none: Questionnaire = { id: '', questions: [] }

async function questionsOf(client: pg.ClientBase, accountId: string): Promise<readonly CategoryQuestions[]> {
  const found = await client.query<CategoryQuestions>(
    `select c.category_id as "categoryId", questionnaire_content($1, c.category_id) -> 'questions' as questions
     from category_question c where c.account_id = $1 group by c.category_id order by c.category_id`,
    [accountId],
  )
  return found.rows
}

async function productsOf(client: pg.ClientBase, accountId: string): Promise<readonly PricedProduct[]> {
  const found = await client.query<PricedProduct>(
    `select p.id, p.main_category_id as "categoryId", p.simple,
       (select json_object_agg(r.grade, r.price_cents) from product_price r
         where r.account_id = p.account_id and r.product_id = p.id) as prices
     from product p where p.account_id = $1 order by p.id`,
    [accountId],
  )
  return found.rows
}

// Named by its content, so that loading again finds it and changed questions make another one.
function questionnaireOf(accountId: string, { categoryId, questions }: CategoryQuestions): Questionnaire {
  const digest = createHash('sha256')
    .update(JSON.stringify([accountId, categoryId, questions]))
    .digest('hex')
  const id = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`
  return { id, questions }
}

function conditionsOf({ id, simple, prices }: PricedProduct, questionnaire: Questionnaire): readonly Row[] {
  const asked: readonly Grade[] = simple ? ['functional'] : answerGrades
  return asked.map((grade) => {
    const terms: ProductTerms = { productId: id, simple, prices, questionnaire }
    const answers = grade === 'functional' ? [] : answersFor(questionnaire.questions, grade)
    const estimated = estimate(terms, answers, 'zero')
    if (!estimated.ok) throw new Error(`no estimate for a product of the demo: ${estimated.error}`)
    return {
      product_id: id,
      asked_grade: grade,
      grade: estimated.value.grade,
      price_cents: estimated.value.priceCents,
      questionnaire_id: simple ? null : questionnaire.id,
      answers: simple ? null : answers,
    }
  })
}

/** One flaw that brings the grade down, where the questions allow it, and everything else without an impact. */
function answersFor(questions: readonly Question[], grade: AnswerGrade): readonly ChosenAnswer[] {
  const rank = (answer: Question['answers'][number]): number => answerGrades.indexOf(answer.bestGrade)
  const allowed = answerGrades.indexOf(grade)
  const plain = questions.map(({ id, answers }) => {
    const best = answers.toSorted((a, b) => size(a.impact) - size(b.impact) || rank(a) - rank(b))[0]!
    return { questionId: id, answerId: best.id }
  })
  const flaws = questions.flatMap(({ id, answers }) =>
    answers.filter((answer) => rank(answer) <= allowed).map((answer) => ({ questionId: id, answer })),
  )
  const worst = flaws.toSorted(
    (a, b) => rank(b.answer) - rank(a.answer) || size(a.answer.impact) - size(b.answer.impact),
  )[0]
  return plain.map((chosen) =>
    chosen.questionId === worst?.questionId ? { ...chosen, answerId: worst.answer.id } : chosen,
  )
}

function size(impact: PriceImpact): number {
  if (impact.type === 'none') return 0
  return Math.abs(impact.type === 'amount' ? impact.amountCents : impact.percent * 100)
}

const absorption = `case when g.absorption_type <> 'none' then jsonb_build_object('type', g.absorption_type,
  'value', g.absorption_value::float8, 'maxCents', g.absorption_max_cents) end`

/** The modifier of a circuit or payment mode as a declaration keeps it, in a list; empty where there is none. */
function modifierSql(source: string, row: string, label: string): string {
  return `case ${row}.modifier_type
    when 'percentage' then jsonb_build_array(jsonb_build_object('source', '${source}', 'label', ${label}, 'impact',
      jsonb_build_object('type', 'percentage', 'percent', ${row}.modifier_value, 'capCents', ${row}.modifier_cap_cents)))
    when 'fixed' then jsonb_build_array(jsonb_build_object('source', '${source}', 'label', ${label}, 'impact',
      jsonb_build_object('type', 'amount', 'amountCents', ${row}.modifier_value)))
    else '[]' end`
}

/** SQL of a buyback's declaration over the draft `d`, its category `g`, circuit `k` and payment mode `m`. */
export const declarationSql = `jsonb_build_object('productId', d.product_id, 'simple', d.simple, 'prices', d.prices,
  'questionnaireId', d.questionnaire_id, 'answers', d.declared_answers, 'grade', d.declared_grade,
  'priceCents', d.declared_cents, 'absorption', ${absorption},
  'modifiers', ${modifierSql('circuit', 'k', 'k.name')} || ${modifierSql('payment_mode', 'm', 'm.label')})`

// The amounts of modifiers, each on the price itself (lifecycle, money rule 3).
function modifierCents(row: string): string {
  const share = `round(d.validated_cents * ${row}.modifier_value / 100.0)`
  return `case ${row}.modifier_type when 'fixed' then ${row}.modifier_value
    when 'percentage' then sign(${row}.modifier_value) * least(abs(${share}), abs(${row}.modifier_cap_cents))
    else 0 end`
}

/** SQL of what the floor knows of a tested item: the test, and the price once it is final. Null before the test. */
export const testedFactsSql = `case when d.was_tested then jsonb_build_object('control', jsonb_build_object(
    'outcome', case
      when d.buyback_status = 'bb_completed_by_price' then 'by_price'
      when d.buyback_status = 'bb_completed_with_absorption' then 'with_absorption'
      when d.controlled_cents < d.declared_cents then 'proposal'
      -- A simple product has one price: what waits all the same was set aside.
      when d.status = 'item_in_quarantine' then 'set_aside' else 'conforming' end,
    'productId', d.product_id, 'answers', coalesce(d.controlled_answers, '[]'), 'grade', d.controlled_grade,
    'priceCents', d.controlled_cents,
    'absorbedCents', case when d.buyback_status = 'bb_completed_with_absorption'
      then greatest(0, d.declared_cents - d.controlled_cents) else 0 end,
    'setAside', case when d.status = 'item_in_quarantine' and d.controlled_cents >= d.declared_cents then 'locked' end,
    'photos', '[]'::jsonb,
    'atMs', floor(extract(epoch from coalesce(d.settled_at, d.moved_at, d.created_at)) * 1000)::bigint))
  || case when d.buyback_status like 'bb_completed%' then jsonb_build_object('validated', jsonb_build_object(
    'grade', d.validated_grade, 'priceCents', d.validated_cents,
    'paymentCents', case when d.validated_cents = 0 then 0 else greatest(0, d.validated_cents
      + ${modifierCents('k')} + ${modifierCents('m')})::int end)) else '{}' end end`
