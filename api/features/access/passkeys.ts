import { createHash } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import * as z from 'zod'
import { inAccount } from '#api/db/in-account.ts'
import type { Database } from '#api/db/database.ts'
import type { Clock } from '#api/http/clock.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import type { RequestInfo } from '#api/http/route.ts'
import { createSignedClaims, type TokenSecret } from '#api/http/signed-claims.ts'
import { lifetimes } from '#domain/access/lifetimes.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { ShownPasskey } from '#sync/calls/passkey.ts'
import { findPasskey, notePasskeyUse, type FoundPasskey } from './passkey-queries.ts'
import type { Throttle } from './throttle.ts'

/** What a challenge is given for; one for the one thing is worth nothing for the other. */
const claims = z.strictObject({
  use: z.enum(['add', 'signIn']),
  /** The session that adds a passkey; null at the door. */
  sessionId: z.string().nullable(),
  until: z.int(),
  nonce: z.string(),
})

/** Where a passkey is made and used: the host that was asked for, which the installation or a client holds. */
type Place = Pick<RequestInfo, 'host' | 'origin'>

/** A passkey that a device has made, as it is kept. */
export interface MadePasskey {
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly counter: number
}

type MadeResponse = Parameters<typeof verifyRegistrationResponse>[0]['response']

/** The ceremonies of WebAuthn. */
export interface Passkeys {
  beginAdding(
    place: Place,
    user: { sessionId: string; userId: string; email: string; name: string; known: readonly Buffer[] },
  ): Promise<{ readonly challenge: string; readonly user: { readonly id: string } }>
  /** Takes what a device has made for a session's challenge, once; null where anything about it is wrong. */
  finishAdding(place: Place, sessionId: string, made: MadeResponse): Promise<MadePasskey | null>
  beginSignIn(place: Place): Promise<{ readonly challenge: string }>
  /** Whose passkey has signed a challenge of the door, which is worth nothing afterwards. */
  finishSignIn(place: Place, shown: ShownPasskey): Promise<Result<FoundPasskey, Failure>>
}

const clientData = z.looseObject({ challenge: z.string() })

/** The challenge in what a browser says of its call; null where it says none. */
function challengeIn(said: string): string | null {
  try {
    return clientData.parse(JSON.parse(Buffer.from(said, 'base64url').toString('utf8'))).challenge
  } catch {
    return null
  }
}

/** Whether a device may have named a passkey so: the standard has 16 to 1023 bytes. */
function isCredentialId({ length }: Buffer): boolean {
  return length >= 16 && length <= 1023
}

/** What passkeys are built from. */
export interface PasskeyDeps {
  readonly database: Database
  readonly now: Clock
  readonly secret: TokenSecret
  readonly throttle: Pick<Throttle, 'hit'>
}

/**
 * Passkeys whose challenges are signed by the server, and counted by it as they come back: none is kept before it is used,
 * so that strangers who ask for many fill nothing.
 */
export function createPasskeys({ database, now, secret, throttle }: PasskeyDeps): Passkeys {
  const tokens = createSignedClaims(secret, 'reprise passkey challenge', 'passkeyChallenge')

  function challenge(use: 'add' | 'signIn', sessionId: string | null): Uint8Array<ArrayBuffer> {
    const until = now().getTime() + lifetimes.passkeyChallengeMs
    const nonce = createHash('sha256').update(crypto.randomUUID()).digest('base64url')
    return new TextEncoder().encode(tokens.sign({ use, sessionId, until, nonce }))
  }

  /** The challenge that has come back, where it is ours, for this use, in time and for the first time; else null. */
  async function take(saidByBrowser: string, use: 'add' | 'signIn', sessionId: string | null): Promise<string | null> {
    const given = challengeIn(saidByBrowser)
    if (given === null) return null
    const read = claims.safeParse(tokens.read(Buffer.from(given, 'base64url').toString('utf8')))
    if (!read.success) return null
    const { data } = read
    if (data.use !== use || data.sessionId !== sessionId || data.until <= now().getTime()) return null
    return (await throttle.hit({ passkeyChallenge: data.nonce })) === null ? given : null
  }

  return {
    beginAdding: async ({ host }, { sessionId, userId, email, name, known }) =>
      generateRegistrationOptions({
        rpName: 'Reprise',
        rpID: host,
        userName: email,
        userDisplayName: name,
        // No device learns the id of the user, and each has one passkey of a user under a host.
        userID: new Uint8Array(createHash('sha256').update(`passkeys of ${userId}`).digest()),
        challenge: challenge('add', sessionId),
        timeout: lifetimes.passkeyChallengeMs,
        attestationType: 'none',
        excludeCredentials: known.map((id) => ({ id: id.toString('base64url') })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      }),

    finishAdding: async ({ host, origin }, sessionId, response) => {
      const expectedChallenge = await take(response.response.clientDataJSON, 'add', sessionId)
      if (expectedChallenge === null) return null
      const checked = await verifyRegistrationResponse({
        response,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: host,
        requireUserVerification: true,
      }).catch(() => null)
      if (checked?.verified !== true) return null
      const { id, publicKey, counter } = checked.registrationInfo.credential
      const credentialId = Buffer.from(id, 'base64url')
      if (!isCredentialId(credentialId)) return null
      return { credentialId, publicKey: Buffer.from(publicKey), counter }
    },

    beginSignIn: async ({ host }) =>
      generateAuthenticationOptions({
        rpID: host,
        challenge: challenge('signIn', null),
        timeout: lifetimes.passkeyChallengeMs,
        userVerification: 'required',
      }),

    finishSignIn: async ({ host, origin }, shown) => {
      const credentialId = Buffer.from(shown.id, 'base64url')
      if (!isCredentialId(credentialId)) return refuse('ACCESS_PASSKEY_WRONG')
      const found = await findPasskey(database, credentialId)
      if (found === null || found.host !== host) return refuse('ACCESS_PASSKEY_UNKNOWN')
      const { authenticatorAttachment: attachment, response, ...rest } = shown
      const { userHandle, ...answer } = response
      // Outside of what the library may refuse: a database that fails is no wrong passkey.
      const expectedChallenge = await take(answer.clientDataJSON, 'signIn', null)
      if (expectedChallenge === null) return refuse('ACCESS_PASSKEY_WRONG')
      const checked = await verifyAuthenticationResponse({
        response: {
          ...rest,
          clientExtensionResults: {},
          ...(attachment && { authenticatorAttachment: attachment }),
          response: { ...answer, ...(userHandle && { userHandle }) },
        },
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: host,
        requireUserVerification: true,
        credential: {
          id: shown.id,
          publicKey: new Uint8Array(found.public_key),
          counter: Number(found.counter),
        },
      }).catch(() => null)
      if (checked?.verified !== true) return refuse('ACCESS_PASSKEY_WRONG')
      const use = {
        accountId: found.account_id,
        id: found.id,
        counter: checked.authenticationInfo.newCounter,
        now: now(),
      }
      const isFirst = await inAccount(database, found.account_id, (tx) => notePasskeyUse(tx, use))
      return isFirst ? succeed(found) : refuse('ACCESS_PASSKEY_WRONG')
    },
  }
}
