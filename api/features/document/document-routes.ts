import { inAccount } from '#api/db/in-account.ts'
import { documentTexts } from '#api/documents/document-texts.ts'
import { sheetPdf } from '#api/documents/sheet-pdf.ts'
import { sheetZpl } from '#api/documents/sheet-zpl.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { commandSheetPages, storeCommands } from '#domain/document/command-sheet.ts'
import type { FloorDocumentKind, MediaSize } from '#domain/document/document-kind.ts'
import type { Sheet } from '#domain/document/sheet.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { isAdminType } from '#domain/organization/user-type.ts'
import { scanCommands } from '#domain/item/resolve-code.ts'
import * as calls from '#sync/calls/document.ts'
import { readCarrierLabel, readReader, readSheetPlace } from './document-content-queries.ts'
import type { Printing } from './document-scope.ts'
import { makeSheet } from './make-sheet.ts'
import { createPrinterRoutes } from './printer-routes.ts'
import type { DocumentDeps } from './document-deps.ts'

/** A paper comes as a document, or as what a label printer reads. */
const sheetTypes = ['application/pdf', 'text/plain; charset=utf-8']

const printing = { permission: 'expedition.send' } as const

/** Labels and slips as files, and the printers that take them. */
export function createDocumentRoutes(deps: DocumentDeps): readonly DeclaredRoute[] {
  const { database, now } = deps
  const file =
    (kind: FloorDocumentKind) =>
    async ({ caller, params, query }: FileCall): Promise<Result<Response, Failure>> => {
      const { id, format } = params.file
      const media = query.media ?? (format === 'zpl' ? ('100x150' as const) : undefined)
      if (kind === 'package_label' && format === 'pdf') {
        const label = await inAccount(database, caller.accountId, (tx) => readCarrierLabel(tx, caller, id), {
          readOnly: true,
        })
        if (label === 'due') return refuse('DOCUMENT_NOT_READY')
        if (label !== null) return succeed(labelAnswer(label))
      }
      if (format === 'zpl' && media === 'a4') return refuse('DOCUMENT_MEDIA_UNFIT', { field: 'media' })
      const sheet = await makeSheet(database, caller, { kind, id, media })
      if (!sheet.ok) return sheet
      return format === 'pdf'
        ? pdfAnswer(sheet.value, now())
        : succeed(textAnswer(sheetZpl(sheet.value, query.dotsPerMm)))
    }
  return [
    route(
      {
        ...calls.itemLabelCall,
        ...printing,
        summary: 'Label of an item',
        refusals: ['DOCUMENT_MEDIA_UNFIT'],
        fileTypes: sheetTypes,
      },
      file('item_label'),
    ),
    route(
      {
        ...calls.returnLabelFileCall,
        permission: 'return_label.retrieve',
        summary: 'Label for the way back of an item',
        refusals: ['DOCUMENT_MEDIA_UNFIT'],
        fileTypes: sheetTypes,
      },
      file('return_label'),
    ),
    route(
      {
        ...calls.packageLabelCall,
        ...printing,
        summary: 'Label of a package',
        refusals: ['DOCUMENT_MEDIA_UNFIT', 'DOCUMENT_PACKAGE_OPEN', 'DOCUMENT_NOT_READY', 'DOCUMENT_CARRIER_LABEL'],
        fileTypes: sheetTypes,
      },
      file('package_label'),
    ),
    route(
      {
        ...calls.packingSlipCall,
        ...printing,
        summary: 'Packing slip of a package',
        refusals: ['DOCUMENT_MEDIA_UNFIT', 'DOCUMENT_PACKAGE_OPEN'],
        fileTypes: sheetTypes,
      },
      file('packing_slip'),
    ),
    route(
      {
        ...calls.trackingSheetCall,
        ...printing,
        summary: 'Tracking sheet of a package',
        refusals: ['DOCUMENT_MEDIA_UNFIT', 'DOCUMENT_PACKAGE_OPEN'],
        fileTypes: sheetTypes,
      },
      file('tracking_sheet'),
    ),

    route(
      {
        ...calls.commandSheetCall,
        permission: 'expedition.send',
        summary: 'Sheet of command barcodes',
        refusals: ['REQUEST_NOT_FOUND'],
        fileTypes: ['application/pdf'],
      },
      async ({ caller, query }) => {
        const isAdmin = isAdminType(caller.userType)
        const own = isAdmin ? query.warehouseId : caller.organizationId
        if (own === undefined) return refuse('REQUEST_INVALID', { field: 'warehouseId' })
        if (query.warehouseId !== undefined && query.warehouseId !== own)
          return refuse('REQUEST_NOT_FOUND', { field: 'warehouseId' })
        const found = await inAccount(
          database,
          caller.accountId,
          async (tx) => ({ reader: await readReader(tx, caller), place: await readSheetPlace(tx, caller, own) }),
          { readOnly: true },
        )
        const { place } = found
        if (place === null || (isAdmin && !place.isWarehouse))
          return refuse('REQUEST_NOT_FOUND', { field: 'warehouseId' })
        const { stockId, only } = query
        const stocks = place.stocks.filter(({ id }) => stockId === undefined || stockId.includes(id))
        const commands = query.command ?? (place.isWarehouse ? scanCommands : storeCommands)
        const sheet = commandSheetPages(
          { place: place.name, commands: only === 'stocks' ? [] : commands, stocks: only === 'commands' ? [] : stocks },
          documentTexts[found.reader.language],
        )
        return pdfAnswer(sheet, now())
      },
    ),
    ...createPrinterRoutes(deps),
  ]
}

interface FileCall {
  readonly caller: Printing
  readonly params: { readonly file: { readonly id: string; readonly format: 'pdf' | 'zpl' } }
  readonly query: { readonly media?: MediaSize | undefined; readonly dotsPerMm: 8 | 12 }
}

async function pdfAnswer(sheet: Sheet, at: Date): Promise<Result<Response, Failure>> {
  const name = sheet.title.replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  return succeed(
    new Response(await sheetPdf(sheet, at), {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="document.pdf"; filename*=UTF-8''${encodeURIComponent(name)}.pdf`,
      },
    }),
  )
}

// A carrier's file is shown by the reader of the browser, and runs nothing here.
function labelAnswer(label: Buffer): Response {
  const headers = { 'content-type': 'application/pdf', 'content-disposition': 'inline; filename="label.pdf"' }
  return new Response(new Uint8Array(label), { headers })
}

function textAnswer(zpl: string): Response {
  return new Response(zpl, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
