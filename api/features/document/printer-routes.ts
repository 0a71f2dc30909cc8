import { inAccount } from '#api/db/in-account.ts'
import { documentTexts } from '#api/documents/document-texts.ts'
import { sheetZpl } from '#api/documents/sheet-zpl.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { collectionOf } from '#api/http/list-page.ts'
import { refusingConstraints } from '#api/http/refusing-constraints.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { checkVersion } from '#api/http/if-match.ts'
import { can } from '#domain/access/permission.ts'
import { fitsMedia } from '#domain/document/document-kind.ts'
import { printerFaults } from '#domain/document/document-errors.ts'
import type { Sheet } from '#domain/document/sheet.ts'
import { testLabelSheet } from '#domain/document/test-label.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/document.ts'
import type { PrinterAnswer } from '#sync/calls/document.ts'
import { readReader } from './document-content-queries.ts'
import type { Printing } from './document-scope.ts'
import { makeSheet } from './make-sheet.ts'
import type { DocumentDeps } from './document-deps.ts'
import * as queries from './printer-queries.ts'

/** A name that another user takes between the question and the answer. */
const takenBy = { printer_name: { code: 'PRINTER_NAME_TAKEN', field: 'name' } } as const

const manage = { permission: 'stock.manage' } as const
const answerType = 'application/ld+json'

/** Printers of warehouses and stores, and printing on them. Only who manages stocks says where a printer listens. */
export function createPrinterRoutes(deps: DocumentDeps): readonly DeclaredRoute[] {
  const { database } = deps
  return [
    route(
      { ...calls.listPrintersCall, permission: 'expedition.send', summary: 'Label printers', answerType },
      async ({ caller, query }) => {
        const found = await inAccount(database, caller.accountId, (tx) => queries.listPrinters(tx, caller, query))
        return succeed(collectionOf(found.members, found.total))
      },
    ),

    route(
      { ...calls.printerPlacesCall, ...manage, summary: 'Places of printers', answerType },
      async ({ caller, query }) => {
        const found = await inAccount(database, caller.accountId, (tx) => queries.listPlaces(tx, caller, query))
        return succeed(collectionOf(found.members, found.total))
      },
    ),

    route(
      {
        ...calls.createPrinterCall,
        ...manage,
        summary: 'Add a printer',
        refusals: [
          'REQUEST_NOT_FOUND',
          'PRINTER_NAME_TAKEN',
          'PRINTER_HOST_NOT_ALLOWED',
          'PRINTER_ENCRYPTION_REQUIRED',
        ],
      },
      ({ caller, body }) =>
        refusingConstraints(takenBy, () =>
          inAccount(database, caller.accountId, async (tx) => {
            if (!deps.printer.mayKeep(body)) return refuse('PRINTER_HOST_NOT_ALLOWED', { field: 'host' })
            if (isUsedInClear(deps, body)) return refuse('PRINTER_ENCRYPTION_REQUIRED', { field: 'encrypted' })
            if (!(await queries.isPlace(tx, caller, body.organizationId)))
              return refuse('REQUEST_INVALID', { field: 'organizationId' })
            if (await queries.isNameTaken(tx, caller, { ...body, id: null }))
              return refuse('PRINTER_NAME_TAKEN', { field: 'name' })
            const id = await queries.insertPrinter(tx, caller, body)
            const made = await queries.readPrinter(tx, caller, id)
            return made === null ? refuse('REQUEST_NOT_FOUND') : succeed(made)
          }),
        ),
    ),

    route(
      {
        ...calls.patchPrinterCall,
        ...manage,
        summary: 'Change a printer',
        refusals: [
          'PRINTER_NAME_TAKEN',
          'PRINTER_HOST_NOT_ALLOWED',
          'PRINTER_ENCRYPTION_REQUIRED',
          'REQUEST_VERSION_CONFLICT',
        ],
      },
      ({ caller, params, body, http }) =>
        refusingConstraints(takenBy, () =>
          inAccount(database, caller.accountId, async (tx) => {
            await queries.lockPrinter(tx, caller, params.id)
            const fresh = checkVersion(http.headers, await queries.readPrinter(tx, caller, params.id))
            if (!fresh.ok) return fresh
            const { organizationId } = fresh.value
            const address = { host: body.host ?? fresh.value.host, port: body.port ?? fresh.value.port }
            const isMoved = body.host !== undefined || body.port !== undefined
            if (isMoved && !deps.printer.mayKeep(address)) return refuse('PRINTER_HOST_NOT_ALLOWED', { field: 'host' })
            if (isUsedInClear(deps, { ...fresh.value, ...body }))
              return refuse('PRINTER_ENCRYPTION_REQUIRED', { field: 'encrypted' })
            if (
              body.name !== undefined &&
              (await queries.isNameTaken(tx, caller, { organizationId, name: body.name, id: params.id }))
            )
              return refuse('PRINTER_NAME_TAKEN', { field: 'name' })
            await queries.updatePrinter(tx, caller, params.id, body)
            const changed = await queries.readPrinter(tx, caller, params.id)
            return changed === null ? refuse('REQUEST_NOT_FOUND') : succeed(changed)
          }),
        ),
    ),

    route(
      {
        ...calls.deletePrinterCall,
        ...manage,
        summary: 'Remove a printer',
        refusals: ['REQUEST_VERSION_CONFLICT'],
      },
      async ({ caller, params, http }) =>
        inAccount(database, caller.accountId, async (tx) => {
          await queries.lockPrinter(tx, caller, params.id)
          const fresh = checkVersion(http.headers, await queries.readPrinter(tx, caller, params.id))
          if (!fresh.ok) return fresh
          await queries.deletePrinter(tx, caller, params.id)
          return succeed(undefined)
        }),
    ),

    route(
      {
        ...calls.printCall,
        permission: 'expedition.send',
        summary: 'Print a paper on a printer',
        refusals: [
          'DOCUMENT_CARRIER_LABEL',
          'ACCESS_PERMISSION_MISSING',
          'DOCUMENT_MEDIA_UNFIT',
          'DOCUMENT_PACKAGE_OPEN',
          'PRINTER_INACTIVE',
          ...printerFaults,
        ],
      },
      async ({ caller, params, body }) => {
        const printer = await inAccount(database, caller.accountId, (tx) => queries.readPrinter(tx, caller, params.id))
        if (printer === null) return refuse('REQUEST_NOT_FOUND')
        if (body.kind === 'return_label' && !can(caller.permissions, 'return_label.retrieve'))
          return refuse('ACCESS_PERMISSION_MISSING')
        if (!printer.active) return refuse('PRINTER_INACTIVE')
        const sheet = await sheetFor(deps, caller, printer, body)
        if (!sheet.ok) return sheet
        const data = sheetZpl(sheet.value, printer.dotsPerMm).repeat(body.copies)
        // No transaction is open while the printer takes its time.
        let certificate = ''
        const sent = await deps.printer.send(printer, data, (shown) => (certificate = shown))
        if (body.kind === 'test_label') {
          const test = { at: deps.now(), fault: sent.ok ? null : sent.error, certificate }
          await inAccount(database, caller.accountId, (tx) => queries.noteTest(tx, caller, printer, test))
        }
        return sent.ok ? succeed(undefined) : refuse(sent.error, { details: { printer: printer.name } })
      },
    ),
  ]
}

/** Whether a printer would be printed to without TLS where the installation demands it; one that is put out of use is not. */
function isUsedInClear(
  { printer }: DocumentDeps,
  { active, encrypted }: { readonly active?: boolean | undefined; readonly encrypted?: boolean | undefined },
): boolean {
  return printer.demandsTls && active === true && encrypted !== true
}

async function sheetFor(
  { database, now }: DocumentDeps,
  caller: Printing,
  { media, name }: PrinterAnswer,
  { kind, documentId }: { readonly kind: string; readonly documentId?: string | undefined },
): Promise<Result<Sheet, Failure>> {
  if (kind === 'test_label') {
    const { language } = await inAccount(database, caller.accountId, (tx) => readReader(tx, caller))
    return succeed(
      testLabelSheet({ printer: name, at: now().toISOString().slice(0, 16) }, documentTexts[language], media),
    )
  }
  const paper = calls.printCall.body.shape.kind.exclude(['test_label']).parse(kind)
  if (documentId === undefined) return refuse('REQUEST_INVALID', { field: 'documentId' })
  if (!fitsMedia(paper, media)) return refuse('DOCUMENT_MEDIA_UNFIT', { details: { media } })
  return makeSheet(database, caller, { kind: paper, id: documentId, media })
}
