import type { Transaction } from 'kysely'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import { csvAnswer, fileLanguage, onePart } from '#api/documents/csv-answer.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { collectionOf, everyRow } from '#api/http/list-page.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { checkVersion } from '#api/http/if-match.ts'
import { parseIban } from '#domain/kernel/iban.library.ts'
import { isLatinText } from '#domain/kernel/latin-letters.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { isSepaIban } from '#domain/kernel/sepa-countries.ts'
import { changesNeedRelease } from '#domain/payment/payment-release.ts'
import { readPayerCall, writePayerCall } from '#sync/calls/payment-payer.ts'
import * as calls from '#sync/calls/payment.ts'
import {
  listFiles,
  lockPayer,
  readFile,
  readPayer,
  versionedPayer,
  writePayer,
  type FileScope,
} from './payment-file-queries.ts'
import { fileColumns } from './payment-csv.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { readTimeZone } from './payment-queries.ts'
import { insertRelease, readWaitingPayer, withdrawPayer } from './payment-release-queries.ts'
import { lockRuleInForce } from './payment-rule.ts'
import { goesToBank, makeFile, previewFile, readFileLines, renderFile, sendFile } from './transfer-file.ts'

const steady = { isolation: 'repeatable read', readOnly: true } as const

/** Files of bank transfers, and whose money they move. */
export function createTransferFileRoutes(deps: PaymentDeps): readonly DeclaredRoute[] {
  const { database, now } = deps
  return [
    route(
      { ...readPayerCall, permission: 'payment_file.manage', summary: 'Whose money transfers are made from' },
      async ({ caller }) => {
        return succeed(await inAccount(database, caller.accountId, (tx) => payerAnswer(tx, caller.accountId)))
      },
    ),

    route(
      {
        ...writePayerCall,
        permission: 'payment_file.manage',
        freshProof: true,
        summary: 'Change the account that files debit',
        refusals: [
          'PAYMENT_IBAN_INVALID',
          'PAYMENT_IBAN_OUTSIDE_SEPA',
          'PAYMENT_NAME_NOT_LATIN',
          'REQUEST_VERSION_CONFLICT',
          'PAYMENT_RELEASE_WAITING',
        ],
      },
      async ({ caller, body, http }) => {
        const iban = parseIban(body.iban)
        if (iban === null) return refuse('PAYMENT_IBAN_INVALID', { field: 'iban' })
        if (!isSepaIban(iban)) return refuse('PAYMENT_IBAN_OUTSIDE_SEPA', { field: 'iban' })
        for (const field of ['name', 'town'] as const)
          if (!isLatinText(body[field])) return refuse('PAYMENT_NAME_NOT_LATIN', { field })
        const payer = { ...body, iban }
        return inAccount(database, caller.accountId, async (tx) => {
          const { accountId, userId } = caller
          const rule = await lockRuleInForce(tx, accountId)
          const present = await lockPayer(tx, accountId)
          const fresh = present === null ? null : checkVersion(http.headers, versionedPayer(present))
          if (fresh?.ok === false) return fresh
          const at = now()
          if (changesNeedRelease(rule)) {
            const change = { accountId, subject: 'payer', change: payer, madeBy: userId, at } as const
            if (!(await insertRelease(tx, change))) return refuse('PAYMENT_RELEASE_WAITING')
          } else {
            await withdrawPayer(tx, accountId, userId, at)
            await writePayer(tx, accountId, payer, at)
          }
          return succeed(await payerAnswer(tx, accountId))
        })
      },
    ),

    route(
      {
        ...calls.createPaymentFileCall,
        permission: 'payment_file.manage',
        freshProof: true,
        summary: 'Make a file of bank transfers',
        refusals: ['PAYMENT_PAYER_MISSING', 'PAYMENT_FILE_EMPTY', 'PAYMENT_FILE_NOT_TRANSFERABLE'],
      },
      async ({ caller, body }) =>
        inAccount(database, caller.accountId, (tx) => makeFile(tx, deps, caller, body.paymentIds ?? null)),
    ),

    route(
      {
        ...calls.listPaymentFilesCall,
        permission: 'payment_file.manage',
        summary: 'Files of bank transfers',
        answerType: 'application/ld+json',
      },
      async ({ caller, query }) => {
        const found = await inAccount(
          database,
          caller.accountId,
          (tx) => listFiles(tx, caller.accountId, query),
          steady,
        )
        return succeed(collectionOf(found.members, found.total))
      },
    ),

    route(
      {
        ...calls.exportPaymentFilesCall,
        permission: 'payment_file.manage',
        summary: 'Files of bank transfers as CSV',
        fileTypes: ['text/csv; charset=utf-8'],
      },
      async ({ caller: { accountId }, query: { language: wished, ...filters }, http }) => {
        const read = (tx: Transaction<Tables>) => everyRow((page) => listFiles(tx, accountId, { ...page, ...filters }))
        const found = await inAccount(database, accountId, read, steady)
        if (!found.ok) return found
        const timeZone = await inAccount(database, accountId, (tx) => readTimeZone(tx, accountId))
        const language = fileLanguage(wished, http.headers)
        const columns = fileColumns({ language, timeZone })
        return succeed(csvAnswer(onePart(found.value), { columns, language, name: 'payment-files' }))
      },
    ),

    route(
      {
        ...calls.previewPaymentFileCall,
        permission: 'payment_file.manage',
        summary: 'What a file of bank transfers made now would hold',
      },
      async ({ caller }) =>
        succeed(await inAccount(database, caller.accountId, (tx) => previewFile(tx, deps, caller.accountId), steady)),
    ),

    route(
      {
        ...calls.readPaymentFileCall,
        permission: 'payment_file.manage',
        summary: 'A file of bank transfers and what it says',
      },
      async ({ caller, params }) => {
        const scope = { accountId: caller.accountId, fileId: params.id }
        return answer(await inAccount(database, caller.accountId, (tx) => readFileLines(tx, deps, scope), steady))
      },
    ),

    route(
      {
        ...calls.downloadPaymentFileCall,
        permission: 'payment_file.manage',
        summary: 'The pain.001.001.09 document',
        refusals: ['PAYMENT_FILE_NOT_RELEASED'],
        fileTypes: ['application/xml; charset=utf-8'],
      },
      async ({ caller, params }) => {
        const scope = { accountId: caller.accountId, fileId: params.file }
        const xml = await inAccount(database, caller.accountId, (tx) => downloadFile(tx, deps, scope), steady)
        if (!xml.ok) return xml
        const headers = {
          'content-type': 'application/xml; charset=utf-8',
          'content-disposition': `attachment; filename="${params.file}.xml"`,
          'cache-control': 'private, no-store',
        }
        return succeed(new Response(xml.value, { headers }))
      },
    ),

    route(
      {
        ...calls.paymentFileSentCall,
        permission: 'payment_file.manage',
        freshProof: true,
        summary: 'The bank has the file',
        refusals: ['PAYMENT_FILE_NOT_TRANSFERABLE', 'PAYMENT_FILE_NOT_RELEASED'],
      },
      async ({ caller, params, body }) => {
        const scope = { accountId: caller.accountId, fileId: params.id, userId: caller.userId }
        const sent = await inAccount(database, caller.accountId, (tx) =>
          sendFile(tx, deps, scope, body.refusedPaymentIds),
        )
        return sent.ok ? answer(sent.value) : sent
      },
    ),
  ]
}

async function payerAnswer(tx: Transaction<Tables>, accountId: string) {
  const payer = await readPayer(tx, accountId)
  return { payer: payer && versionedPayer(payer), waiting: await readWaitingPayer(tx, accountId) }
}

async function downloadFile(
  tx: Transaction<Tables>,
  deps: PaymentDeps,
  scope: FileScope,
): Promise<Result<string, Failure>> {
  const file = await readFile(tx, scope)
  if (file !== null && !goesToBank(file)) return refuse('PAYMENT_FILE_NOT_RELEASED')
  return answer(await renderFile(tx, deps, scope))
}

function answer<T>(found: T | null): Result<T, Failure> {
  return found === null ? refuse('REQUEST_NOT_FOUND') : succeed(found)
}
