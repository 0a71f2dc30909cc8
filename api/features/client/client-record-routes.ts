import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { Session } from '#api/http/caller.ts'
import { keepStandardTerms } from '#api/documents/standard-terms-queries.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { refusingConstraints } from '#api/http/refusing-constraints.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { checkVersion, versioned } from '#api/http/if-match.ts'
import { libraryChecks } from '#domain/customer/customer-checks.library.ts'
import { withPostalCode } from '#domain/organization/entity.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { modulesOf, moduleStillUsed, siretFault, siteHost } from '#domain/organization/client.ts'
import type { ClientPatch } from '#domain/settings/client.schema.ts'
import * as calls from '#sync/calls/client.ts'
import type { ClientAnswer } from '#sync/calls/client.ts'
import { asAdministration } from '#api/http/as-administration.ts'
import type { ClientDeps } from './client-deps.ts'
import { createClient } from './create-client.ts'
import * as queries from './client-record-queries.ts'

/** What another client's public site refuses. */
const hostTaken = {
  account_host_key: { code: 'CLIENT_WEB_ADDRESS_TAKEN', field: 'webChannelUrl' },
} as const

/** Two requests of one form at once: the second one finds the client when it is sent again. */
const sentTwice = { account_pkey: { code: 'CLIENT_SENT_OTHERWISE', field: 'id' } } as const

type Tx = Transaction<Tables>

const missing = 'CLIENT_ADMINISTRATION_MISSING' as const

/** One client: read, made and changed (ORG-02 to ORG-07). */
export function createClientRecordRoutes({ database, firstUsers }: ClientDeps): readonly DeclaredRoute[] {
  const read = async (by: Parameters<typeof queries.readClient>[1], headers: Headers) => {
    const found = await asAdministration(database, async (tx) => succeed(await queries.readClient(tx, by)))
    return found.ok ? versioned(headers, found.value) : found
  }
  return [
    route(
      { ...calls.readClientCall, permission: 'client.list', summary: 'One client', refusals: [missing] },
      async ({ params, answerHeaders }) => read({ accountId: params.id }, answerHeaders),
    ),

    route(
      {
        ...calls.readClientOfOrganizationCall,
        permission: 'client.list',
        summary: 'The client that an entity belongs to',
        refusals: [missing],
      },
      async ({ params, answerHeaders }) => read({ organizationId: params.id }, answerHeaders),
    ),

    route(
      {
        ...calls.createClientCall,
        permission: 'client.create',
        freshProof: true,
        summary: 'Add a client',
        refusals: [
          'CLIENT_WEB_ADDRESS_TAKEN',
          'CLIENT_SENT_OTHERWISE',
          'CLIENT_COPY_CURRENCY',
          'REQUEST_NOT_FOUND',
          'USER_EMAIL_TAKEN',
          'USER_ROLE_NOT_ALLOWED',
          missing,
        ],
      },
      async ({ caller, body: sent, answerHeaders }) => {
        const body = withPostalCode(sent, sent.country, libraryChecks)
        const address = checkAddress(body)
        if (!address.ok) return address
        // The users are written by another login, once the client is there: a wrong address is found before.
        const checked = await firstUsers.check(body.firstUsers, body.id)
        if (!checked.ok) return checked
        const made = await refusingConstraints({ ...hostTaken, ...sentTwice }, () =>
          asAdministration(database, (tx) => createClient(tx, body)),
        )
        if (!made.ok || made.value === null) return made.ok ? versioned(answerHeaders, made.value) : made
        const { id: accountId, organizationId } = made.value
        if (organizationId !== null && body.firstUsers.length > 0) {
          const invited = await firstUsers.invite(caller, { accountId, organizationId }, body.firstUsers)
          if (!invited.ok) return invited
        }
        return versioned(answerHeaders, made.value)
      },
    ),

    route(
      {
        ...calls.patchClientCall,
        permission: 'client.update',
        // It says who pays customers, and under which name the site answers.
        freshProof: true,
        summary: 'Change a client',
        refusals: ['REQUEST_VERSION_CONFLICT', ...changeErrors, 'CLIENT_WEB_ADDRESS_TAKEN', missing],
      },
      async ({ caller, params, body: sent, http, answerHeaders }) => {
        const changed = await refusingConstraints(hostTaken, () =>
          asAdministration(database, async (tx) => {
            const present = await queries.readClient(tx, { accountId: params.id }, { forUpdate: true })
            const fresh = checkVersion(http.headers, present)
            if (!fresh.ok) return fresh
            const { country = fresh.value.country } = sent
            const body = withPostalCode(sent, country, libraryChecks)
            const checked = await checkChange(tx, caller, fresh.value, body)
            if (!checked.ok) return checked
            const { language } = fresh.value
            await keepStandardTerms(tx, params.id, { from: language, to: body.language ?? language })
            await queries.updateClient(tx, params.id, body)
            await keepHost(tx, fresh.value, body)
            return succeed(await queries.readClient(tx, { accountId: params.id }))
          }),
        )
        return changed.ok ? versioned(answerHeaders, changed.value) : changed
      },
    ),
  ]
}

const changeErrors = [
  'CLIENT_OWN_ACCOUNT',
  'CLIENT_MODULE_REQUIRED',
  'CLIENT_MODULE_IN_USE',
  'CLIENT_SIRET_INVALID',
  'CLIENT_SIRET_CHECK_DIGIT',
] as const

// A patch names only some fields, so rules over several fields are checked on the client as it will be.
async function checkChange(
  tx: Tx,
  { accountId }: Session,
  present: ClientAnswer,
  patch: ClientPatch,
): Promise<Result<void, Failure>> {
  const next = {
    isRetailer: patch.isRetailer ?? present.isRetailer,
    isBuyerAndWorkshopsSupervisor: patch.isBuyerAndWorkshopsSupervisor ?? present.isBuyerAndWorkshopsSupervisor,
    siret: patch.siret === undefined ? present.siret : patch.siret,
    companyCountry: patch.companyCountry ?? present.companyCountry,
  }
  if (patch.status === 'inactive' && present.id === accountId) return refuse('CLIENT_OWN_ACCOUNT', { field: 'status' })
  if (modulesOf(next).size === 0) return refuse('CLIENT_MODULE_REQUIRED', { field: 'isRetailer' })
  const used = moduleStillUsed(present, next, await queries.readModuleUse(tx, present.id))
  if (used !== null) {
    const field = used === 'retailer' ? 'isRetailer' : 'isBuyerAndWorkshopsSupervisor'
    return refuse('CLIENT_MODULE_IN_USE', { field })
  }
  if (patch.zipCode !== undefined || patch.country !== undefined) {
    const zipCode = patch.zipCode === undefined ? present.zipCode : patch.zipCode
    const address = checkAddress({ zipCode, country: patch.country === undefined ? present.country : patch.country })
    if (!address.ok) return address
  }
  // A number that was wrong before stands in the way of no other change.
  const isTouched = next.siret !== present.siret || next.companyCountry !== present.companyCountry
  const fault = isTouched ? siretFault(next) : null
  return fault === null ? succeed(undefined) : refuse(fault, { field: 'siret' })
}

/** Passes an address whose postcode is one of its country, as those of entities are: it stands in contracts. */
function checkAddress({ zipCode, country }: Pick<ClientAnswer, 'zipCode' | 'country'>): Result<void, Failure> {
  const isWrong = zipCode !== null && country !== null && libraryChecks.zipCode(zipCode, country) === null
  if (!isWrong) return succeed(undefined)
  return refuse('REQUEST_INVALID', { field: 'zipCode', details: { reason: 'custom', key: 'ENTITY_ZIP_CODE_INVALID' } })
}

// A host that was set by hand stays until the address of the web channel changes.
async function keepHost(tx: Tx, present: ClientAnswer, { webChannelUrl }: ClientPatch): Promise<void> {
  if (webChannelUrl === undefined || webChannelUrl === present.webChannelUrl) return
  const host = await queries.readHost(tx, present.id)
  await queries.writeHost(tx, present.id, siteHost(webChannelUrl, host))
}
