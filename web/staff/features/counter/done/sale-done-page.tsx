import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconFileText, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { saleReceiptSheet } from '#domain/document/sale-receipt.ts'
import { readBuybackByNumberCall } from '#sync/calls/buyback-detail.ts'
import { codeText } from '#web/lib/error-text.ts'
import { useFormat, useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import type { CapturedSale } from '#web/local/counter/counter.ts'
import { meaningless } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { CodeText } from '#web/staff/ui/code-text.tsx'
import { RowsSkeleton } from '#web/staff/ui/states.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { useFloorKeys } from '#web/staff/ui/floor/floor-keys.ts'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { useStoreName } from '../catalog/selling-store.ts'
import { idsOfSale } from '../catalog/sale-address.ts'
import { keptSalesMs, useCatalog, useSales } from '../catalog/use-catalog.ts'
import { nameOf } from '../catalog/use-product-search.ts'
import { useSaleStatus } from './sale-status.ts'
import { SaleState } from './sale-state.tsx'
import classes from '../counter.module.css'

// Layout and barcodes come with the first receipt; the service worker has them by then.
const SheetPages = lazy(() =>
  import('#web/staff/ui/print/sheet-pages.tsx').then((module) => ({ default: module.SheetPages })),
)
const PrintNow = lazy(() =>
  import('#web/staff/ui/print/print-now.tsx').then((module) => ({ default: module.PrintNow })),
)

/**
 * `/buyback-confirmation?ids=` (BB-15) of a sale of this device, before the network has answered; of other buybacks
 * what `others` draws.
 */
export function SaleDonePage(props: {
  readonly ids: readonly string[]
  /** The item of a predeclared buyback, where the device knows the sale by it. */
  readonly soldItemId?: string | undefined
  readonly others: ReactNode
}) {
  const { t } = useTranslation('counter')
  const [sinceMs] = useState(() => Date.now() - keptSalesMs)
  const sales = useSales(sinceMs)
  if (props.ids.length === 0) return props.others
  if (sales === undefined)
    return (
      <Page title={t(($) => $.done.title)} icon={IconCircleCheck}>
        <RowsSkeleton rows={4} height={72} />
      </Page>
    )
  const isNamed = (id: string): boolean => id === props.soldItemId || props.ids.includes(id)
  const sale = sales.find(({ lines }) => idsOfSale(lines).some(isNamed))
  return sale === undefined ? props.others : <Done sale={sale} ids={props.ids} />
}

function Done({ sale, ids }: { readonly sale: CapturedSale; readonly ids: readonly string[] }) {
  const { t, i18n } = useTranslation('counter')
  const format = useFormat()
  const navigate = useNavigate()
  const [isPrinting, setPrinting] = useState(false)
  const sheet = useReceipt(sale)
  const again = (): void => void navigate({ to: '/buyback/create' })
  const isRefused = sale.state === 'refused'
  // A receipt promises what was refused: there is none.
  const print = (): void => setPrinting(!isRefused)
  useScanner({
    purpose: 'any',
    onScan: ({ resolution: { command } }) => {
      if (command === 'CONFIRM') return isRefused ? meaningless : print()
      return command === 'NEXT' ? again() : meaningless
    },
  })
  useFloorKeys({ onMain: print })
  const standing = useSaleStatus(sale)
  const buybackIds = useBuybackIds(sale, ids)
  return (
    <Page
      title={isRefused ? t(($) => $.done.refused) : t(($) => $.done.title)}
      icon={isRefused ? IconAlertTriangle : IconCircleCheck}
      crumbs={[{ title: t(($) => $.desk.title), to: '/buyback/create' }]}
    >
      <div className={classes.panes} data-scan-ready>
        <section>
          <div className={classes.doneHead} role="status" data-state={standing}>
            {isRefused ? <IconAlertTriangle size={40} aria-hidden /> : <IconCircleCheck size={40} aria-hidden />}
            <div>
              <h2 className={classes.title}>
                {isRefused ? t(($) => $.done.notMade) : t(($) => $.done.done, { count: sale.lines.length })}
              </h2>
              <p className={classes.line}>{t(($) => $.done.state[standing], { name: sale.authorName })}</p>
            </div>
          </div>
          {isRefused ? (
            <Alert color="red" variant="light" role="alert" mb="md">
              {(sale.code === null ? null : codeText(i18n, sale.code)) ?? t(($) => $.sales.refusedText)}
            </Alert>
          ) : null}
          <ul className={classes.lines}>
            {sale.lines.map((line) => (
              <li key={line.buybackId} className={classes.cartLine}>
                <div className={classes.tileWords}>
                  <strong>{nameOf({ brand: line.brand, label: line.productLabel })}</strong>
                  <CodeText code={line.number} label={t(($) => $.done.number)} />
                  {line.imei === null ? null : <span className={classes.soft}>{line.imei}</span>}
                  <Payment modeId={line.paymentModeId} />
                </div>
                {isRefused ? null : <strong className={classes.tilePrice}>{format.money(line.totalPriceCents)}</strong>}
              </li>
            ))}
          </ul>
          {isRefused ? null : (
            <p className={classes.handTotal}>
              <span>{t(($) => $.hand.total)}</span>
              <strong>{format.money(sale.totalCents)}</strong>
            </p>
          )}
          <SaleState state={standing} />
        </section>
        {isRefused ? (
          <Refused onAgain={again} />
        ) : (
          <aside className={classes.pane} aria-label={t(($) => $.done.receipt)}>
            <div className="print-preview">
              <Suspense fallback={<RowsSkeleton rows={1} height={220} />}>
                <SheetPages sheet={sheet} />
              </Suspense>
            </div>
            <Button size="xl" fullWidth leftSection={<IconPrinter size={24} aria-hidden />} onClick={print}>
              {t(($) => $.done.print)}
            </Button>
            <ButtonLink
              to="/buyback-confirmation-docs"
              search={{ ids: buybackIds }}
              size="lg"
              fullWidth
              variant="default"
              disabled={sale.state !== 'confirmed' || buybackIds.length === 0}
              leftSection={<IconFileText size={20} aria-hidden />}
            >
              {t(($) => $.done.documents)}
            </ButtonLink>
            {sale.state === 'waiting' ? <p className={classes.hint}>{t(($) => $.done.documentsLater)}</p> : null}
            <Button size="lg" fullWidth variant="default" onClick={again}>
              {t(($) => $.done.again)}
            </Button>
          </aside>
        )}
      </div>
      {isPrinting && !isRefused ? (
        <Suspense>
          <PrintNow sheet={sheet} onDone={() => setPrinting(false)} />
        </Suspense>
      ) : null}
    </Page>
  )
}

/** What a seller does with a contract that was signed and then refused: it is void, and so is its signature. */
function Refused({ onAgain }: { readonly onAgain: () => void }) {
  const { t } = useTranslation('counter')
  return (
    <aside className={classes.pane} aria-label={t(($) => $.done.void)}>
      <p className={classes.line}>{t(($) => $.done.voidText)}</p>
      <ButtonLink to="/warehouse/attention" size="xl" fullWidth>
        {t(($) => $.done.void)}
      </ButtonLink>
      <Button size="lg" fullWidth variant="default" onClick={onAgain}>
        {t(($) => $.done.again)}
      </Button>
    </aside>
  )
}

/** How the customer is paid for a product; nothing where the catalog has that mode no longer. */
function Payment({ modeId }: { readonly modeId: string | null }) {
  const { t } = useTranslation('counter')
  const { catalog } = useCatalog()
  const mode = catalog?.rules.circuits.flatMap(({ paymentModes }) => paymentModes).find(({ id }) => id === modeId)
  if (mode === undefined) return null
  return (
    <span className={classes.soft}>
      {mode.label} · {t(($) => $.hand.payment[mode.type])}
    </span>
  )
}

/** The buybacks of a sale. What the web has predeclared is known here by its item: the server tells its buyback. */
function useBuybackIds(sale: CapturedSale, ids: readonly string[]): readonly string[] {
  const http = useHttp()
  const named = ids.filter((id) => !sale.lines.some(({ itemId }) => itemId === id))
  const n = sale.lines[0]?.number ?? ''
  const found = useQuery({
    queryKey: ['counter', 'buyback by number', n],
    queryFn: () => http(readBuybackByNumberCall, { params: { n } }),
    enabled: named.length === 0 && sale.state === 'confirmed' && n !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return named.length > 0 || found.data === undefined ? named : [found.data.id]
}

function useReceipt(sale: CapturedSale) {
  const { t } = useTranslation('counter')
  const format = useFormat()
  const user = useSignedInUser()
  const store = useStoreName(sale.storeId)
  const account = user.currentOrganization?.account.name ?? store
  return useMemo(
    () =>
      saleReceiptSheet(
        {
          account,
          store,
          soldOn: format.dateTime(new Date(sale.capturedAtMs)),
          total: format.money(sale.totalCents),
          lines: sale.lines.map((line) => ({
            number: line.number,
            product: nameOf({ brand: line.brand, label: line.productLabel }),
            identifier: line.imei ?? line.serialNumber,
            price: format.money(line.totalPriceCents),
          })),
        },
        {
          title: t(($) => $.receipt.title),
          total: t(($) => $.receipt.total),
          payment: t(($) => $.receipt.payment),
          keep: t(($) => $.receipt.keep),
        },
      ),
    [sale, account, store, format, t],
  )
}
