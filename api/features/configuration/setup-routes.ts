import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { lacksCarrier } from '#domain/configuration/circuit-carrier.ts'
import { permissionOfStep, setupGuide, setupTexts } from '#domain/configuration/setup-guide.ts'
import { isPublished } from '#domain/configuration/site-opening.ts'
import { succeed } from '#domain/kernel/result.ts'
import { isLeftToHand, providerOf } from '#domain/payment/provider.ts'
import { setupGuideCall } from '#sync/calls/setup-guide.ts'
import { readSetup } from './setup-queries.ts'

/** What the installation gives every account. */
export interface Installation {
  readonly sendsMail: boolean
  readonly hasPayoutService: boolean
}

/** Names of one problem that travel; its number says how many there are. */
const mostNames = 10

/** The guide to the first paid buyback. */
export function createSetupRoutes(deps: { readonly database: Database } & Installation): readonly DeclaredRoute[] {
  const { database, sendsMail, hasPayoutService } = deps
  return [
    route(
      { ...setupGuideCall, permission: 'settings.read', summary: 'What is still open before the first buyback' },
      async ({ caller: { accountId } }) => {
        const read = await inAccount(database, accountId, (tx) => readSetup(tx, accountId), { readOnly: true })
        const { texts, isTrading, hasOwnService, ...stored } = read
        const hasService = hasPayoutService || hasOwnService
        const steps = setupGuide({
          ...stored,
          sendsMail,
          missingTexts: setupTexts.filter((text) => !isPublished(texts[text])),
          circuits: stored.circuits.map((circuit) => ({ ...circuit, lacksCarrier: lacksCarrier(circuit) })),
          paymentModes: stored.paymentModes.map((mode) => ({
            id: mode.id,
            label: mode.label,
            isPaidByFile: providerOf(mode, hasService) === 'transfer_file',
            isUnpaid: isLeftToHand(mode, hasService),
          })),
        })
        return succeed({
          isTrading,
          steps: steps.map(({ id, problems }) => ({
            id,
            permission: permissionOfStep(id),
            problems: problems.map(({ names, ...problem }) => ({ ...problem, names: names.slice(0, mostNames) })),
          })),
        })
      },
    ),
  ]
}
