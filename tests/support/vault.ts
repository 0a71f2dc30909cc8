import { createVault } from '#api/adapters/vault/vault.ts'

/** The master key of every application that a test boots. */
export const testMasterKey = Buffer.alloc(32, 7)

/** Opens and seals under that key. */
export const testVault = createVault(testMasterKey)
