import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { searchProductsCall, type ControlProduct } from '#sync/calls/compliance.ts'
import { useHttp, useUser } from '#web/lib/platform.tsx'
import { readSeenProducts } from '#web/local/device/seen-products.ts'
import { useDialogCommands } from '#web/scan/use-dialog-commands.ts'
import { FloorSheet } from '#web/staff/ui/floor/floor-sheet.tsx'
import { FloorInput } from '#web/staff/ui/floor/floor-field.tsx'
import { ChoiceList, ChoiceRow } from '#web/staff/ui/form/choice-list.tsx'
import { nameOf } from './characteristics-step.tsx'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './compliance.module.css'

interface Found {
  readonly search: string
  readonly products: readonly ControlProduct[]
  readonly from: 'server' | 'device'
}

/** Chooses the product in hand: over the network, or among those that this device has seen before. */
export function ProductSheet(props: {
  readonly first: string
  readonly categoryId: string | null
  readonly online: boolean
  readonly onPick: (product: ControlProduct) => void
  readonly onClose: () => void
}) {
  const { t } = useTranslation('compliance')
  const { onClose } = props
  useDialogCommands({ onCancel: onClose, onCode: onClose })
  const [search, setSearch] = useState(props.first)
  const found = useProducts(search.trim(), props.categoryId)
  const isCurrent = found?.search === search.trim()
  const isShort = search.trim().length < 2
  const notice = found?.from === 'device' ? (props.online ? 'failed' : 'offline') : null
  return (
    <FloorSheet title={t(($) => $.product.title)} closeLabel={t(($) => $.product.close)} onClose={onClose}>
      <div className={arrange.stack}>
        <FloorInput
          label={t(($) => $.product.search)}
          size="middle"
          type="search"
          value={search}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <div role="status" className={arrange.stack}>
          {isShort && <p className={words.soft}>{t(($) => $.product.hint)}</p>}
          {!isShort && !isCurrent && <p className={words.soft}>{t(($) => $.product.searching)}</p>}
          {notice !== null && <p className={styles.warning}>{t(($) => $.product[notice])}</p>}
          {!isShort && isCurrent && found.products.length === 0 && <p>{t(($) => $.product.none)}</p>}
        </div>
        <ChoiceList>
          {(isShort ? [] : (found?.products ?? [])).map((product) => (
            <ChoiceRow key={product.id} onClick={() => props.onPick(product)}>
              <strong>{nameOf(product)}</strong>
            </ChoiceRow>
          ))}
        </ChoiceList>
      </div>
    </FloorSheet>
  )
}

/** Products for a text, once it has stood for a moment; what the device knows where the network does not answer. */
function useProducts(search: string, categoryId: string | null): Found | null {
  const http = useHttp()
  const accountId = useUser()?.viewedAccountId ?? null
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => {
    if (search.length < 2) return
    const abort = new AbortController()
    const read = async (): Promise<Found> => {
      try {
        const query = { search, ...(categoryId === null ? {} : { categoryId }) }
        const { products } = await http(searchProductsCall, { query, signal: abort.signal })
        return { search, products, from: 'server' }
      } catch {
        const words = plain(search).split(' ')
        const seen = await readSeenProducts(accountId).catch(() => [])
        const products = seen.filter((each) => words.every((word) => plain(nameOf(each)).includes(word)))
        return { search, products, from: 'device' }
      }
    }
    const timer = setTimeout(() => {
      void read().then((next) => {
        if (!abort.signal.aborted) setFound(next)
      })
    }, 250)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [http, accountId, search, categoryId])
  return found
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim()
}
