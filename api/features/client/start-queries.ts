import type { Transaction } from 'kysely'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import { writtenConfiguration } from '#domain/circuit/written-configuration.ts'
import type { WrittenTemplate } from '#domain/catalog-files/client-templates/client-templates.ts'
import type { Language } from '#domain/kernel/languages.ts'

type Tx = Transaction<Tables>

/** Gives a new client a circuit of each type, disabled, its shipping method, and a payment mode of each type. */
export async function insertConfiguration(tx: Tx, account_id: string, language: Language): Promise<void> {
  const { paymentModes, circuits } = writtenConfiguration(language)
  const modes = paymentModes.map((mode, position) => ({ account_id, id: newId(), ...mode, position }))
  const made = circuits.map((circuit) => ({ ...circuit, id: newId(), methodId: newId() }))
  await tx
    .insertInto('payment_mode')
    .values(
      modes.map((mode) => ({
        ...mode,
        translations: JSON.stringify(mode.translations),
        long_description: null,
        mail_content: null,
        modifier_cap_cents: null,
      })),
    )
    .execute()
  await tx
    .insertInto('shipping_method')
    .values(
      made.map(({ methodId, type, name, methodTranslations }) => ({
        account_id,
        id: methodId,
        type,
        description: name,
        translations: JSON.stringify(methodTranslations),
        modifier_cap_cents: null,
      })),
    )
    .execute()
  await tx
    .insertInto('circuit')
    .values(
      made.map(({ id, type, name, translations, copies }) => ({
        account_id,
        id,
        type,
        name,
        translations: JSON.stringify(translations),
        description: null,
        status: 'disabled' as const,
        transfer_order_number_of_copy: copies,
        modifier_cap_cents: null,
      })),
    )
    .execute()
  await tx
    .insertInto('circuit_instruction')
    .values(
      made.flatMap(({ id, instructions }) =>
        instructions.map(({ translations, ...said }, at) => ({
          account_id,
          id: newId(),
          circuit_id: id,
          sequence: at + 1,
          ...said,
          translations: JSON.stringify(translations),
        })),
      ),
    )
    .execute()
  await tx
    .insertInto('circuit_shipping_method')
    .values(made.map(({ id, methodId }) => ({ account_id, circuit_id: id, shipping_method_id: methodId })))
    .execute()
  await tx
    .insertInto('circuit_payment_mode')
    .values(made.flatMap(({ id }) => modes.map((mode) => ({ account_id, circuit_id: id, payment_mode_id: mode.id }))))
    .execute()
}

/** Gives a new client the catalog of a template, and the plan of its workshop until a warehouse takes it. */
export async function insertTemplate(tx: Tx, account_id: string, template: WrittenTemplate): Promise<void> {
  const categoryIds = new Map(template.categories.map(({ identifier }) => [identifier, newId()]))
  const questionIds = new Map(template.questions.map(({ key }) => [key, newId()]))
  // A category reads its path from the one above it, which is there first.
  for (const [position, category] of template.categories.entries())
    await tx
      .insertInto('category')
      .values({
        account_id,
        id: categoryIds.get(category.identifier)!,
        parent_category_id: category.parent === null ? null : categoryIds.get(category.parent)!,
        name: category.name,
        translations: JSON.stringify(category.translations),
        identifier: category.identifier,
        buyer_account_id: null,
        buyer_organization_id: null,
        description: null,
        children_description: null,
        highlighted_instruction: null,
        image: null,
        image_alt: null,
        default_weight_grams: category.weightGrams,
        default_height_cm: category.heightCm,
        default_length_cm: category.lengthCm,
        default_width_cm: category.widthCm,
        absorption_value: null,
        absorption_max_cents: null,
        position,
      })
      .execute()
  await tx
    .insertInto('question')
    .values(
      template.questions.map(({ key, title, howToTest, translations }) => ({
        account_id,
        id: questionIds.get(key)!,
        title,
        how_to_test: howToTest,
        description: null,
        translations: JSON.stringify(translations),
      })),
    )
    .execute()
  await tx
    .insertInto('answer')
    .values(
      template.questions.flatMap(({ key, answers }) =>
        answers.map(({ name, translations, bestGrade, impact }, at) => ({
          account_id,
          id: newId(),
          question_id: questionIds.get(key)!,
          position: at + 1,
          name,
          description: null,
          translations: JSON.stringify(translations),
          best_grade: bestGrade,
          impact_type: impact.type,
          impact_value: impact.type === 'none' ? 0 : impact.type === 'amount' ? impact.amountCents : impact.percent,
          impact_cap_cents: impact.type === 'percentage' ? impact.capCents : null,
        })),
      ),
    )
    .execute()
  await tx
    .insertInto('category_question')
    .values(
      template.categories.flatMap(({ identifier, questions }) =>
        questions.map((key, at) => ({
          account_id,
          category_id: categoryIds.get(identifier)!,
          question_id: questionIds.get(key)!,
          position: at + 1,
        })),
      ),
    )
    .execute()
  await writeRefurbStart(tx, account_id, template.refurb)
}

/** Keeps a workshop's plan for the first warehouse of a client. */
export async function writeRefurbStart(tx: Tx, accountId: string, plan: WrittenTemplate['refurb']): Promise<void> {
  await tx
    .updateTable('organization_root_detail')
    .set({ refurb_start: JSON.stringify(plan) })
    .where('account_id', '=', accountId)
    .execute()
}
