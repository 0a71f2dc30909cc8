import type { SizeCache } from '#api/adapters/sftp/size-cache.ts'
import type { SharedFile, SharedFolder } from '#api/adapters/sftp/shared-folder.ts'
import { inAccount } from '#api/db/in-account.ts'
import { isUuid } from '#domain/kernel/uuid.ts'
import { readFile, readFileDates } from './payment-file-queries.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { goesToBank, renderFile } from './transfer-file.ts'

const steady = { isolation: 'repeatable read', readOnly: true } as const

/** The account's files of bank transfers, each under the name and with the bytes of the office's download. */
export function createPaymentFolder(deps: PaymentDeps, sizes: SizeCache): (accountId: string) => SharedFolder {
  const keyOf = (accountId: string, fileId: string) => `payment-file ${accountId} ${fileId}`
  return (accountId) => ({
    name: 'payment-files',
    list: () =>
      inAccount(
        deps.database,
        accountId,
        async (tx) => {
          const files: SharedFile[] = []
          for (const { fileId, createdAt } of await readFileDates(tx, accountId)) {
            const make = async () => bytesOf(await renderFile(tx, deps, { accountId, fileId }))
            const sizeBytes = await sizes.of(keyOf(accountId, fileId), make)
            if (sizeBytes !== null) files.push({ name: `${fileId}.xml`, sizeBytes, modifiedAt: createdAt })
          }
          return files
        },
        steady,
      ),
    read: async (name) => {
      const fileId = /^(.{36})\.xml$/.exec(name)?.[1]
      if (fileId === undefined || !isUuid(fileId) || fileId !== fileId.toLowerCase()) return null
      return inAccount(
        deps.database,
        accountId,
        async (tx) => {
          const file = await readFile(tx, { accountId, fileId })
          if (file === null || !goesToBank(file)) return null
          const bytes = bytesOf(await renderFile(tx, deps, { accountId, fileId }))
          if (bytes === null) return null
          sizes.note(keyOf(accountId, fileId), bytes)
          return { name, sizeBytes: bytes.length, modifiedAt: new Date(file.createdAt), bytes }
        },
        steady,
      )
    },
  })
}

function bytesOf(text: string | null): Buffer | null {
  return text === null ? null : Buffer.from(text, 'utf8')
}
