import type * as z from 'zod'
import { addPasskeyCall, beginPasskeyCall, beginPasskeySignInCall, type ShownPasskey } from '#sync/calls/passkey.ts'
import type { Http } from '#web/lib/http.ts'

/** The user has closed the question of the device, or it has no answer to give. */
export class NoPasskeyError extends Error {
  override readonly name = 'NoPasskeyError'
}

/** Whether this browser has passkeys at all: they need a host name, and a page that is served safely. */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(location.hostname)
}

// The page of the sign-in is light: the library comes once it is needed.
const library = () => import('@simplewebauthn/browser')
type Library = Awaited<ReturnType<typeof library>>
type MakeOptions = Parameters<Library['startRegistration']>[0]['optionsJSON']
type ShowOptions = Parameters<Library['startAuthentication']>[0]['optionsJSON']

/** Makes a passkey on this device and keeps it for the signed-in user; answers the recovery codes that come with the first. */
export async function makePasskey(
  http: Http,
  { name, password }: { readonly name: string; readonly password?: string },
): Promise<readonly string[]> {
  const { publicKey } = await http(beginPasskeyCall, { body: password === undefined ? {} : { password } })
  const { startRegistration } = await library()
  const optionsJSON = publicKey as unknown as MakeOptions
  const passkey = await startRegistration({ optionsJSON }).catch(noPasskey)
  const body: z.input<typeof addPasskeyCall.body> = { name, passkey: wireOf(passkey) }
  return (await http(addPasskeyCall, { body })).recoveryCodes
}

/** Asks the device for a passkey of this site, and what it signs with it. */
export async function showPasskey(http: Http): Promise<ShownPasskey> {
  const { publicKey } = await http(beginPasskeySignInCall, { body: {} })
  const { startAuthentication } = await library()
  const optionsJSON = publicKey as unknown as ShowOptions
  return wireOf(await startAuthentication({ optionsJSON }).catch(noPasskey))
}

// Extensions that nobody has asked for say nothing to the server.
function wireOf<Shown extends object>(
  shown: Shown,
): Shown & { readonly clientExtensionResults: Record<string, never> } {
  return { ...shown, clientExtensionResults: {} }
}

function noPasskey(error: unknown): never {
  throw new NoPasskeyError('no passkey', { cause: error })
}
