import { inAccount } from '#api/db/in-account.ts'
import { refuse } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { importErrors, importLimits } from '#domain/catalog-files/catalog-import.ts'
import { fileVerdictErrors } from '#domain/kernel/file-verdict.ts'
import { succeed } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/catalog-import.ts'
import { keepMatching, readFileOwner } from './column-matching-queries.ts'
import { readImport } from './import-queries.ts'
import { planImport } from './plan-import.ts'
import { takeFile } from './take-file.ts'
import type { ImportRouteDeps } from './import-deps.ts'

const own = { permission: 'product.write_own_prices' } as const
const file = { ...own, maxBodyBytes: importLimits.bytes } as const
const refusals = importErrors.filter((code) => code !== 'IMPORT_STRATEGY_UNFIT')
const takeErrors = [...refusals, ...fileVerdictErrors]
const ofTaking = ['IMPORT_TOO_MANY_WAITING', 'IMPORT_ID_TAKEN']
const checkRefusals = refusals.filter((code) => !ofTaking.includes(code))
const priceList = { content: 'products', strategy: 'recommerce' } as const

/** A buyer's own price list as a file: it changes prices of the products that the buyer buys, and nothing else. */
export function createOwnPriceImportRoutes(deps: ImportRouteDeps): readonly DeclaredRoute[] {
  const { database } = deps
  return [
    route(
      { ...calls.checkOwnPricesCall, ...file, summary: 'What a file of a buyer’s prices is', refusals: checkRefusals },
      async ({ caller, query: { sheet = null }, body }) => {
        const { content } = priceList
        const owner = await inAccount(
          database,
          caller.accountId,
          (tx) => readFileOwner(tx, caller, { content, buyer: caller }),
          { readOnly: true },
        )
        const plan = await planImport(body, priceList, { ...owner, sheet })
        return plan.ok ? succeed(plan.value.checked) : plan
      },
    ),

    route(
      { ...calls.matchOwnPricesCall, ...own, summary: 'What the files of a buyer’s prices call the columns' },
      async ({ caller, body: { columns } }) => {
        const { content } = priceList
        await inAccount(database, caller.accountId, (tx) =>
          keepMatching(tx, caller, { content, columns, buyer: caller }),
        )
        return succeed(undefined)
      },
    ),

    route(
      { ...calls.importOwnPricesCall, ...file, summary: 'Import a file of a buyer’s prices', refusals: takeErrors },
      async ({ caller, query: { file_name: fileName, sheet = null, id, try: isTried }, body }) =>
        takeFile(deps, caller, {
          ...priceList,
          fileName,
          sheet,
          id,
          file: body,
          buyer: caller,
          isTrial: isTried === 'true',
        }),
    ),

    route(
      { ...calls.readOwnPricesImportCall, ...own, summary: 'One import of a buyer’s prices' },
      async ({ caller, params }) => {
        const found = await inAccount(database, caller.accountId, (tx) => readImport(tx, caller, params.id, caller), {
          readOnly: true,
        })
        return found === null ? refuse('REQUEST_NOT_FOUND') : succeed(found)
      },
    ),
  ]
}
