import type { Transaction } from 'kysely'
import type { HtmlCleaner } from '#api/db/html/html-cleaner.ts'
import type { Database } from '#api/db/database.ts'
import type { Tables } from '#api/db/tables.ts'
import { asAdministration } from '#api/http/as-administration.ts'
import { cleanedBody } from '#api/http/cleaned-body.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { checkVersion, versioned } from '#api/http/if-match.ts'
import { succeed } from '#domain/kernel/result.ts'
import {
  patchClientCookiesCall,
  patchClientPagesCall,
  readClientCookiesCall,
  readClientPagesCall,
  type ClientCookies,
  type ClientPages,
} from '#sync/calls/client-pages.ts'
import { legalHtmlFields, settingsBytes, whiteLabelBytes } from '#sync/calls/settings.ts'
import { readEditedDetail, updateRootDetail } from './root-detail-queries.ts'
import { readWhiteLabel, updateWhiteLabel } from './white-label-queries.ts'

const missing = 'CLIENT_ADMINISTRATION_MISSING' as const

/** The texts of a client's public pages, as administrators of clients edit them (ORG-02). */
export function createClientPagesRoutes(database: Database, html: HtmlCleaner): readonly DeclaredRoute[] {
  return [
    route(
      {
        ...readClientPagesCall,
        permission: 'client.update',
        summary: 'Texts of a client’s pages',
        refusals: [missing],
      },
      async ({ params, answerHeaders }) => {
        const found = await asAdministration(database, async (tx) => {
          const accountId = await accountOf(tx, params.id)
          return succeed(await readPages(tx, accountId))
        })
        return found.ok ? versioned(answerHeaders, found.value) : found
      },
    ),

    route(
      {
        ...patchClientPagesCall,
        permission: 'client.update',
        summary: 'Change the texts of a client’s pages',
        maxBodyBytes: settingsBytes,
        refusals: ['REQUEST_VERSION_CONFLICT', missing],
      },
      async ({ params, body, http, answerHeaders }) => {
        const cleaned = await cleanedBody(html, { schema: patchClientPagesCall.body, fields: legalHtmlFields }, body)
        if (!cleaned.ok) return cleaned
        const changed = await asAdministration(database, async (tx) => {
          const accountId = await accountOf(tx, params.id)
          const fresh = checkVersion(http.headers, await readPages(tx, accountId, { forUpdate: true }))
          if (!fresh.ok) return fresh
          await updateRootDetail(tx, accountId, cleaned.value)
          return succeed((await readPages(tx, accountId)) ?? fresh.value)
        })
        return changed.ok ? versioned(answerHeaders, changed.value) : changed
      },
    ),

    route(
      {
        ...readClientCookiesCall,
        permission: 'client.update',
        summary: 'Cookies policy of a client',
        refusals: [missing],
      },
      async ({ params, answerHeaders }) => {
        const found = await asAdministration(database, async (tx) => {
          const accountId = await accountOf(tx, params.id)
          return succeed(await readCookies(tx, accountId))
        })
        return found.ok ? versioned(answerHeaders, found.value) : found
      },
    ),

    route(
      {
        ...patchClientCookiesCall,
        permission: 'client.update',
        summary: 'Change the cookies policy of a client',
        maxBodyBytes: whiteLabelBytes,
        refusals: ['REQUEST_VERSION_CONFLICT', missing],
      },
      async ({ params, body, http, answerHeaders }) => {
        const cleaned = await cleanedBody(html, { schema: patchClientCookiesCall.body, fields: legalHtmlFields }, body)
        if (!cleaned.ok) return cleaned
        const changed = await asAdministration(database, async (tx) => {
          const accountId = await accountOf(tx, params.id)
          const fresh = checkVersion(http.headers, await readCookies(tx, accountId, { forUpdate: true }))
          if (!fresh.ok) return fresh
          await updateWhiteLabel(tx, { accountId }, cleaned.value)
          return succeed((await readCookies(tx, accountId)) ?? fresh.value)
        })
        return changed.ok ? versioned(answerHeaders, changed.value) : changed
      },
    ),
  ]
}

/** The client that an id names: its own, or, as on the client's other pages, that of its head office. */
async function accountOf(tx: Transaction<Tables>, id: string): Promise<string> {
  const head = await tx
    .selectFrom('organization')
    .select('account_id')
    .where('type', '=', 'root_management_unit')
    .where('id', '=', id)
    .executeTakeFirst()
  return head?.account_id ?? id
}

async function readCookies(
  tx: Transaction<Tables>,
  accountId: string,
  options: { readonly forUpdate?: boolean } = {},
): Promise<ClientCookies | null> {
  const found = await readWhiteLabel(tx, { accountId }, options)
  if (found === null) return null
  const { version, cookiesPolicy, translations } = found
  return { version, cookiesPolicy, translations }
}

async function readPages(
  tx: Transaction<Tables>,
  accountId: string,
  options: { readonly forUpdate?: boolean } = {},
): Promise<ClientPages | null> {
  const detail = await readEditedDetail(tx, { accountId }, options)
  const columns = ['name', 'language'] as const
  const account = await tx.selectFrom('account').select(columns).where('id', '=', accountId).executeTakeFirst()
  if (detail === null || account === undefined) return null
  const { version, eula, serviceTerms, faqAndContact, buybackZeroDescription, noSearchResultDescription } = detail
  const texts = { eula, serviceTerms, faqAndContact, buybackZeroDescription, noSearchResultDescription }
  return { ...account, version, ...texts, translations: detail.translations }
}
