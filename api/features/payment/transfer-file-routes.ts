import type { Transaction } from 'kysely'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import { csvAnswer, fileLanguage, onePart } from '#api/documents/csv-answer.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { collectionOf, everyRow } from '#api/http/list-page.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { checkVersion } from '#api/http/if-match.ts'
import { parseIban } from '#domain/kernel/iban.library.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/payment.ts'
import { listFiles, lockPayer, readPayer, versionedPayer, writePayer } from './file-queries.ts'
import { fileColumns } from './payment-csv.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { readTimeZone } from './payment-queries.ts'
import { makeFile, previewFile, readFileLines, renderFile, sendFile } from './transfer-file.ts'

const steady = { isolation: 'repeatable read', readOnly: true } as const

/** Files of bank transfers, and whose money they move. */
export function createTransferFileRoutes(deps: PaymentDeps): readonly DeclaredRoute[] {
  const { database, now } = deps
  return [
    route(
      { ...calls.readPayerCall, permission: 'payment_file.manage', summary: 'Whose money transfers are made from' },
      async ({ caller }) => {
        const payer = await inAccount(database, caller.accountId, (tx) => readPayer(tx, caller.accountId))
        return succeed({ payer: payer && versionedPayer(payer) })
      },
    ),

    route(
      {
        ...calls.writePayerCall,
        permission: 'payment_file.manage',
        freshProof: true,
        summary: 'Change the account that files debit',
        refusals: ['PAYMENT_IBAN_INVALID', 'REQUEST_VERSION_CONFLICT'],
      },
      async ({ caller, body, http }) => {
        const iban = parseIban(body.iban)
        if (iban === null) return refuse('PAYMENT_IBAN_INVALID', { field: 'iban' })
        const payer = { ...body, iban }
        return inAccount(database, caller.accountId, async (tx) => {
          const present = await lockPayer(tx, caller.accountId)
          const fresh = present === null ? null : checkVersion(http.headers, versionedPayer(present))
          if (fresh?.ok === false) return fresh
          await writePayer(tx, caller.accountId, payer, now())
          return succeed({ payer: versionedPayer(payer) })
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
        fileTypes: ['application/xml; charset=utf-8'],
      },
      async ({ caller, params }) => {
        const scope = { accountId: caller.accountId, fileId: params.file }
        const xml = await inAccount(database, caller.accountId, (tx) => renderFile(tx, deps, scope), steady)
        if (xml === null) return refuse('REQUEST_NOT_FOUND')
        const headers = {
          'content-type': 'application/xml; charset=utf-8',
          'content-disposition': `attachment; filename="${params.file}.xml"`,
          'cache-control': 'private, no-store',
        }
        return succeed(new Response(xml, { headers }))
      },
    ),

    route(
      {
        ...calls.paymentFileSentCall,
        permission: 'payment_file.manage',
        freshProof: true,
        summary: 'The bank has the file',
        refusals: ['PAYMENT_FILE_NOT_TRANSFERABLE'],
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

function answer<T>(found: T | null): Result<T, Failure> {
  return found === null ? refuse('REQUEST_NOT_FOUND') : succeed(found)
}
