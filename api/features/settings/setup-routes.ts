import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import { asAdministration } from '#api/http/as-administration.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { lacksCarrier } from '#domain/circuit/circuit-carrier.ts'
import { permissionOfStep, setupGuide, setupTexts, type SetupStep } from '#domain/settings/setup-guide.ts'
import { isPublished } from '#domain/settings/site-opening.ts'
import { succeed } from '#domain/kernel/result.ts'
import { siteOrigin } from '#domain/organization/site-address.ts'
import { isPaidByHand, providerOf } from '#domain/payment/payment-provider.ts'
import { clientSetupsPerPage, listClientSetupsCall, setupGuideCall } from '#sync/calls/setup-guide.ts'
import { listActiveClients, readSetup } from './setup-queries.ts'

/** What the installation gives every account. */
export interface Installation {
  readonly sendsMail: boolean
  readonly hasPayoutService: boolean
  /** Its own origin, below which accounts without an address are at home. */
  readonly publicUrl: string
}

/** Names of one problem that travel; its number says how many there are. */
const mostNames = 10

/** The guide to the first paid buyback: that of an account, and how far each client's is. */
export function createSetupRoutes(deps: { readonly database: Database } & Installation): readonly DeclaredRoute[] {
  const { database } = deps
  const guideOf = async (accountId: string) => readGuide(database, deps, accountId)
  return [
    route(
      { ...setupGuideCall, permission: 'settings.read', summary: 'What is still open before the first buyback' },
      async ({ caller: { accountId } }) => {
        const { isTrading, siteUrl, steps } = await guideOf(accountId)
        return succeed({
          isTrading,
          siteUrl,
          steps: steps.map(({ id, problems }) => ({
            id,
            permission: permissionOfStep(id),
            problems: problems.map(({ names, ...problem }) => ({ ...problem, names: names.slice(0, mostNames) })),
          })),
        })
      },
    ),

    route(
      {
        ...listClientSetupsCall,
        permission: 'client.list',
        summary: 'How far the set-up of each active client is',
        refusals: ['CLIENT_ADMINISTRATION_MISSING'],
      },
      async ({ query: { page } }) => {
        const window = { limit: clientSetupsPerPage, offset: (page - 1) * clientSetupsPerPage }
        const found = await asAdministration(database, async (tx) => succeed(await listActiveClients(tx, window)))
        if (!found.ok) return found
        const clients = []
        for (const { id: accountId, name } of found.value.clients) {
          const { isTrading, steps } = await guideOf(accountId)
          const open = steps.filter(({ problems }) => problems.length > 0).length
          clients.push({ accountId, name, isTrading, open, steps: steps.length })
        }
        const { total, hasClients } = found.value
        return succeed({ clients, total, hasClients })
      },
    ),
  ]
}

async function readGuide(
  database: Database,
  { sendsMail, hasPayoutService, publicUrl }: Installation,
  accountId: string,
): Promise<{ readonly isTrading: boolean; readonly siteUrl: string | null; readonly steps: readonly SetupStep[] }> {
  const read = await inAccount(database, accountId, (tx) => readSetup(tx, accountId), { readOnly: true })
  const { texts, isTrading, hasOwnService, webChannelUrl, currency, ...stored } = read
  const hasService = hasPayoutService || hasOwnService
  const steps = setupGuide({
    ...stored,
    sendsMail,
    missingTexts: setupTexts.filter((text) => !isPublished(texts[text])),
    circuits: stored.circuits.map((circuit) => ({ ...circuit, lacksCarrier: lacksCarrier(circuit) })),
    paymentModes: stored.paymentModes.map((mode) => ({
      id: mode.id,
      label: mode.label,
      isPaidByFile: providerOf(mode, hasService, currency) === 'transfer_file',
      isUnpaid: isPaidByHand(mode, hasService),
    })),
  })
  const { isRetailer, host } = stored
  const siteUrl = isRetailer && host !== null ? siteOrigin({ host, webChannelUrl }, publicUrl) : null
  return { isTrading, siteUrl, steps }
}
