import { webcrypto } from 'node:crypto'
import type { SealKey } from '#sync/calls/counter.ts'
import type { Confided, Sealed, SealedAbout } from '#sync/wire/sealed.ts'
import { sealFor } from '#web/local/counter/seal.ts'

/** Seals as a device does. */
export function sealOnDevice(key: SealKey, accountId: string, about: SealedAbout, confided: Confided): Promise<Sealed> {
  return sealFor(webcrypto.subtle as SubtleCrypto, (size) => webcrypto.getRandomValues(new Uint8Array(size)), {
    key,
    accountId,
    about,
    confided,
  })
}
