import { sql, type RawBuilder, type Transaction } from 'kysely'
import type * as z from 'zod'
import { readableBuybacks, scopeOf } from '#api/db/buyback-scope.ts'
import { openSecrets } from '#api/db/customer-secrets.ts'
import { inAccount } from '#api/db/in-account.ts'
import { readInstructions } from '#api/db/circuit-instruction-queries.ts'
import { readOptionNames } from '#api/db/option-names-queries.ts'
import { readQuestionnaire } from '#api/db/questionnaire-queries.ts'
import type { Tables } from '#api/db/tables.ts'
import type { Session, Visitor } from '#api/http/caller.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { readerLanguage } from '#api/http/reader-language.ts'
import { readUndelivered } from '#api/mail/mail-queries.ts'
import { can } from '#domain/access/permission.ts'
import { optionLabel } from '#domain/buyback/option-names.ts'
import { estimate } from '#domain/catalog/estimate.ts'
import type { ChosenAnswer, Questionnaire } from '#domain/catalog/questionnaire.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { wordedFor } from '#domain/kernel/translations.ts'
import { canCancelPayment } from '#domain/payment/payment-rules.ts'
import { isCancellable } from '#domain/item/cancel-buyback.ts'
import { isPredeclared } from '#domain/item/first-state.ts'
import { lossPlaceOf } from '#domain/compliance/loss.ts'
import type { additionalInfosCall, BuybackAnswer } from '#sync/calls/buyback-detail.ts'
import { deliveryOf, holdsUntil, pricesOf, localizedProduct } from './buyback-answer-parts.ts'
import type { BuybackDeps } from './buyback-deps.ts'
import { readSellerRow } from './seller-queries.ts'
import { openStepsOf, ownBuybacks, readDetail, readHistory, type BuybackDetail } from './buyback-detail-queries.ts'
import { trackingToken } from './tracking-token.ts'

type Tx = Transaction<Tables>
type Reader = Session | Visitor

/** Reads a buyback that the caller may see, and answers from it; any other id is unknown. */
async function withBuyback<T>(
  deps: BuybackDeps,
  caller: Reader,
  named: RawBuilder<unknown>,
  answer: (tx: Tx, detail: BuybackDetail) => Promise<T>,
): Promise<Result<T, Failure>> {
  const { accountId } = caller
  const visible = await visibleTo(deps, caller)
  if (!visible.ok) return visible
  return inAccount(
    deps.database,
    accountId,
    async (tx) => {
      const detail = await readDetail(tx, sql`${visible.value} and ${named}`)
      return detail === null ? refuse('REQUEST_NOT_FOUND') : succeed(await answer(tx, detail))
    },
    { isolation: 'repeatable read', readOnly: true },
  )
}

async function visibleTo(deps: BuybackDeps, caller: Reader): Promise<Result<RawBuilder<unknown>, Failure>> {
  if (caller.kind === 'visitor') return succeed(ownBuybacks(caller.accountId, caller.visitorId))
  if (!can(caller.permissions, 'buyback.read')) return refuse('ACCESS_PERMISSION_MISSING')
  return succeed(readableBuybacks(caller.accountId, await scopeOf(deps.database, caller)))
}

/** A buyback by its id (BB-22). */
export function readBuyback(
  deps: BuybackDeps,
  caller: Reader,
  id: string,
  headers: Headers,
): Promise<Result<BuybackAnswer, Failure>> {
  const reader = { caller, language: readerLanguage(caller, headers) }
  return withBuyback(deps, caller, sql`b.id = ${id}`, (tx, detail) => answerOf(deps, tx, reader, detail))
}

/** A buyback by its identification number (BB-23). */
export function readBuybackByNumber(
  deps: BuybackDeps,
  caller: Reader,
  number: string,
  headers: Headers,
): Promise<Result<BuybackAnswer, Failure>> {
  const named = sql`b.identification_number = ${number}`
  const reader = { caller, language: readerLanguage(caller, headers) }
  return withBuyback(deps, caller, named, (tx, detail) => answerOf(deps, tx, reader, detail))
}

/** What the customer does next (BB-24). */
export function readBuybackInstructions(deps: BuybackDeps, caller: Reader, id: string, headers: Headers) {
  const language = readerLanguage(caller, headers)
  return withBuyback(deps, caller, sql`b.id = ${id}`, (tx, { circuit, category, store }) =>
    readInstructions(tx, {
      accountId: caller.accountId,
      circuitId: circuit.id,
      categoryId: category.id,
      storeId: store?.id ?? null,
      language,
    }),
  )
}

type AdditionalInfos = z.input<typeof additionalInfosCall.answer>

/** The seller of a buyback (BB-25); of numbers only the last four characters. */
export function readAdditionalInfos(deps: BuybackDeps, caller: Reader, id: string) {
  return withBuyback(deps, caller, sql`b.id = ${id}`, async (tx, { customerId }): Promise<AdditionalInfos> => {
    const scope = customerId === null ? null : { accountId: caller.accountId, customerId }
    const row = scope === null ? null : await readSellerRow(tx, scope)
    const known = row?.erasedAt === null ? row : null
    const secrets = scope === null || known === null ? null : await openSecrets(tx, deps.vault, scope)
    return {
      customerId,
      erasedAt: row?.erasedAt?.toISOString() ?? null,
      clientLastname: known?.lastName ?? null,
      clientLatinName: known?.latinName ?? null,
      clientFirstname: known?.firstName ?? null,
      clientEmail: known?.email ?? null,
      clientPhone: known?.phone ?? null,
      clientStreet: known?.street ?? null,
      clientStreetMore: known?.streetMore ?? null,
      clientZipCode: known?.zipCode ?? null,
      clientCity: known?.city ?? null,
      clientCountry: known?.country ?? null,
      clientNationalIdentificationType: known?.identificationType ?? null,
      clientNationalIdentification: lastFour(secrets?.identityNumber ?? null),
      clientNationalIdentificationDeliveryDate: known?.identificationIssuedOn ?? null,
      clientNationalIdentificationAutorityDelivery: known?.identificationAuthority ?? null,
      iban: lastFour(secrets?.iban ?? null),
      accountHolder: known?.accountHolder ?? null,
      bic: known?.accountBic ?? null,
      language: known?.language ?? null,
    }
  })
}

function paymentOf({ payment }: BuybackDetail): NonNullable<BuybackAnswer['payment']> | null {
  if (payment === null) return null
  const { completedAt } = payment
  return { ...payment, completedAt: completedAt === null ? null : new Date(completedAt).toISOString() }
}

async function answerOf(
  { vault }: Pick<BuybackDeps, 'vault'>,
  tx: Tx,
  { caller, language }: { readonly caller: Reader; readonly language: Language | null },
  detail: BuybackDetail,
): Promise<BuybackAnswer> {
  const { facts, customer, item, categoryTranslations, productTranslations: _, ...shown } = detail
  const isStaff = caller.kind === 'session'
  const control = isStaff ? (facts?.control ?? null) : null
  const prices = pricesOf(detail)
  const names =
    language === null ? null : await readOptionNames(tx, { accountId: caller.accountId, buybackId: detail.id })
  return {
    ...shown,
    category: wordedFor({ ...detail.category, translations: categoryTranslations }, ['name'], language),
    product: localizedProduct(detail, language),
    ...prices,
    impactPriceEntries: prices.impactPriceEntries.map((entry) => ({
      ...entry,
      label: names === null ? entry.label : optionLabel(entry, names, language),
    })),
    externalCode: isStaff ? detail.externalCode : null,
    trackingToken: isStaff ? null : trackingToken(vault, { accountId: caller.accountId, buybackId: detail.id }),
    buyer: isStaff ? detail.buyer : null,
    controlledGrade: isStaff ? detail.controlledGrade : null,
    controlledPriceCents: isStaff ? detail.controlledPriceCents : null,
    priceHoldsUntil: holdsUntil(detail),
    createdAt: detail.createdAt.toISOString(),
    settledAt: detail.settledAt?.toISOString() ?? null,
    payment: isStaff ? paymentOf(detail) : null,
    customer: customer === null || customer.erased ? null : customer,
    item: { ...item, comment: isStaff ? item.comment : null },
    diagnostic: {
      lines: await diagnosticOf(tx, caller.accountId, detail, control?.answers ?? null),
      outcome: control?.outcome ?? null,
      setAside: control?.setAside ?? null,
      absorbedCents: control?.absorbedCents ?? null,
      testedAt: control === null ? null : new Date(control.atMs).toISOString(),
      photos: (control?.photos ?? []).map(({ photoId, questionId }) => ({ id: photoId, questionId })),
    },
    cancelComment: isStaff ? detail.cancelComment : null,
    canCancel: isCancellable({ buybackStatus: detail.status }),
    cancelNeedsForce: !canCancelPayment(detail.paymentStatus),
    canEdit: openStepsOf(detail).length > 0,
    lossPlace: lossPlaceOf(item.status),
    canFinalize: isPredeclared({ status: item.status, buybackStatus: detail.status }),
    ...(await deliveryOf(tx, { accountId: caller.accountId, buybackId: detail.id, isForCustomer: !isStaff })),
    history: isStaff ? await readHistory(tx, { accountId: caller.accountId, itemId: item.id }) : [],
    undeliveredMails: isStaff ? await readUndelivered(tx, { accountId: caller.accountId, buybackId: detail.id }) : [],
  }
}

/** Each question of the declaration's day with what was declared and what was found. */
async function diagnosticOf(
  tx: Tx,
  accountId: string,
  { declaration }: BuybackDetail,
  found: readonly ChosenAnswer[] | null,
): Promise<BuybackAnswer['diagnostic']['lines']> {
  if (declaration === null || declaration.questionnaireId === null) return []
  const questionnaire = await readQuestionnaire(tx, { accountId, id: declaration.questionnaireId })
  if (questionnaire === null) return []
  const { productId, simple, prices } = declaration
  const impacts = (answers: readonly ChosenAnswer[] | null): ReadonlyMap<string, number> => {
    const priced = answers === null ? null : estimate({ productId, simple, prices, questionnaire }, answers, 'zero')
    return new Map(priced?.ok === true ? priced.value.lines.map((line) => [line.questionId, line.impactCents]) : [])
  }
  const [declared, controlled] = [impacts(declaration.answers), impacts(found)]
  return questionnaire.questions.map((question) => ({
    questionId: question.id,
    title: question.title,
    declaredAnswer: nameOf(question, declaration.answers),
    declaredImpactCents: declared.get(question.id) ?? null,
    controlledAnswer: nameOf(question, found),
    controlledImpactCents: controlled.get(question.id) ?? null,
  }))
}

function nameOf(question: Questionnaire['questions'][number], chosen: readonly ChosenAnswer[] | null): string | null {
  const answerId = chosen?.find(({ questionId }) => questionId === question.id)?.answerId
  return question.answers.find(({ id }) => id === answerId)?.name ?? null
}

function lastFour(value: string | null): string | null {
  return value === null ? null : value.slice(-4)
}
