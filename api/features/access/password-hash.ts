import { hash, verify } from '@node-rs/argon2'

/** What a slow hash costs. The library's algorithm is Argon2id where nothing else is said. */
export const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hashes and checks passwords; a user without a hash costs as much time as any other. */
export interface PasswordHasher {
  hash(password: string): Promise<string>
  /** Whether the password is the one behind the hash; without a hash, false after the same work. */
  verify(stored: string | null, password: string): Promise<boolean>
}

/** Argon2id with the parameters that OWASP names: 19 MiB, two passes, one lane. */
export async function createPasswordHasher(): Promise<PasswordHasher> {
  const decoy = await hash('nobody has this password', hashCost)
  return {
    hash: (password) => hash(password, hashCost),
    verify: async (stored, password) => {
      const matches = await verify(stored ?? decoy, password).catch(() => false)
      return stored !== null && matches
    },
  }
}
