import { lazy, Suspense, useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { commandName, commandSheetPages, storeCommands } from '#domain/document/command-sheet.ts'
import { isAdminType } from '#domain/organization/user-type.ts'
import { digitOf, scanCommands, stationOf, type ScanCommand } from '#domain/item/resolve-code.ts'
import type { Config, StockRow } from '#sync/wire/pull.ts'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { useChosenPlace } from '#web/local/work-place/chosen-place.ts'
import { useEngine, useIsOnline, usePaperEngine } from '#web/local/engine/engine-context.tsx'
import type { Engine } from '#web/local/engine/engine.ts'
import { meaningless } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { FloorChoice } from '#web/staff/ui/floor/floor-choice.tsx'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import { FloorAction, FloorPanel } from '#web/staff/ui/floor/floor-parts.tsx'
import { commandSheetAddress, openInNewTab } from './document-address.ts'
import { useDocumentTexts } from './use-local-sheet.ts'
import styles from './document.module.css'

const PrintNow = lazy(() =>
  import('#web/staff/ui/print/print-now.tsx').then((module) => ({ default: module.PrintNow })),
)
const SheetPages = lazy(() =>
  import('#web/staff/ui/print/sheet-pages.tsx').then((module) => ({ default: module.SheetPages })),
)

/** `/warehouse/command-sheet`: barcodes to work without touching the screen, from the device's copy. */
export function CommandSheetPage() {
  const user = useSignedInUser()
  return isAdminType(user.userType) || user.module === 'rps' ? <WarehouseSheet /> : <StoreSheet />
}

/** What a store works with: it has no stocks. */
function StoreSheet() {
  const { t } = useTranslation('document')
  const engine = useEngine()
  const user = useSignedInUser()
  const config = useEngineValue(engine, engine.config)
  const { placeId } = useChosenPlace(engine, user)
  const store = config?.stores?.find(({ id }) => id === placeId)
  return (
    <CommandSheetScreen
      title={t(($) => $.sheet.title)}
      warehouseId={null}
      place={store?.name ?? user.currentOrganization?.commonName ?? ''}
      offered={storeCommands}
      stocks="none"
    />
  )
}

function WarehouseSheet() {
  const { t } = useTranslation('document')
  const engine = usePaperEngine()
  const user = useSignedInUser()
  const config = useEngineValue(engine, engine.config)
  const author = useEngineValue(engine, engine.author)
  const own = isAdminType(user.userType) ? author?.chosenWarehouseId : user.currentOrganization?.id
  const [picked, setPicked] = useState<string | null>(null)
  const warehouse = config?.warehouses.find(({ id }) => id === (picked ?? own)) ?? null
  if (config !== null && warehouse === null) return <PickWarehouse config={config} onPick={setPicked} />
  const name = warehouse?.name ?? user.currentOrganization?.commonName ?? ''
  const stocks = config?.stocks.filter(({ warehouseId }) => warehouseId === warehouse?.id) ?? null
  return (
    <CommandSheetScreen
      key={warehouse?.id ?? ''}
      warehouseId={warehouse?.id ?? null}
      place={name}
      offered={scanCommands}
      stocks={stocks}
      title={t(($) => $.sheet.title)}
    />
  )
}

const noStocks: readonly StockRow[] = []
const isDigit = (command: ScanCommand): boolean => digitOf(command) !== null

interface ScreenProps {
  readonly title: string
  /** Null for a store, and until the copy is ready. */
  readonly warehouseId: string | null
  readonly place: string
  readonly offered: readonly ScanCommand[]
  /** Null until the copy is ready. */
  readonly stocks: readonly StockRow[] | 'none' | null
}

function CommandSheetScreen({ title, warehouseId, place, offered, stocks: known }: ScreenProps) {
  const { t } = useTranslation('document')
  const texts = useDocumentTexts()
  const online = useIsOnline()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isPrinting, setPrinting] = useState(false)
  const stocks = known === 'none' ? noStocks : known
  const commands = offered.filter((command) => !left.has(command))
  const chosen = useMemo(() => stocks?.filter(({ id }) => !left.has(id)) ?? [], [stocks, left])
  const sheet = commandSheetPages({ place, commands, stocks: chosen }, texts)
  const isEmpty = commands.length === 0 && chosen.length === 0
  const print = (): void => setPrinting(!isEmpty)
  const openPdf = (): void => {
    openInNewTab(
      commandSheetAddress(warehouseId, {
        commands: commands.length === offered.length ? 'all' : commands,
        stockIds: chosen.length === stocks?.length ? 'all' : chosen.map(({ id }) => id),
      }),
    )
  }
  const toggle = (key: string): void => {
    const next = new Set(left)
    if (!next.delete(key)) next.add(key)
    setLeft(next)
  }
  const setAll = (keys: readonly string[], isOn: boolean): void => {
    const next = new Set(left)
    for (const key of keys)
      if (isOn) next.delete(key)
      else next.add(key)
    setLeft(next)
  }
  useScanner({
    purpose: 'any',
    onScan: ({ resolution: { command } }) => (command === 'CONFIRM' || command === 'START' ? print() : meaningless),
  })
  return (
    <FloorLayout
      title={title}
      actions={
        <>
          <FloorAction tone="quiet" onClick={openPdf} disabled={isEmpty || !online || stocks === null}>
            {t(($) => $.sheet.pdf)}
          </FloorAction>
          <FloorAction onClick={print} disabled={isEmpty}>
            {t(($) => $.sheet.print)}
          </FloorAction>
        </>
      }
    >
      <p className={styles.hint}>{t(($) => $.sheet.intro)}</p>
      {[
        { label: t(($) => $.sheet.commands), holds: (each: ScanCommand) => stationOf(each) === null && !isDigit(each) },
        { label: t(($) => $.sheet.digits), holds: isDigit },
        { label: t(($) => $.sheet.stations), holds: (each: ScanCommand) => stationOf(each) !== null },
      ]
        .map(({ label, holds }) => ({ label, keys: offered.filter((each) => holds(each)) }))
        .map(({ label, keys }) => (
          <Group key={label} label={label} keys={keys} left={left} onAll={setAll}>
            {keys.map((command) => (
              <FloorChoice key={command} pressed={!left.has(command)} onClick={() => toggle(command)}>
                {commandName(command, texts.commandSheet)}
              </FloorChoice>
            ))}
          </Group>
        ))}
      {known === 'none' ? null : stocks === null ? (
        <p className={styles.hint}>{t(($) => $.sheet.waiting)}</p>
      ) : (
        <Group
          label={t(($) => $.sheet.stocks, { warehouse: place })}
          keys={stocks.map(({ id }) => id)}
          left={left}
          onAll={setAll}
        >
          {stocks.map((stock) => (
            <FloorChoice key={stock.id} pressed={!left.has(stock.id)} onClick={() => toggle(stock.id)}>
              {stock.name}
              {stock.location !== null && <span className={styles.choiceHint}>{stock.location}</span>}
            </FloorChoice>
          ))}
        </Group>
      )}
      {isEmpty ? (
        <p role="status">{t(($) => $.sheet.empty)}</p>
      ) : (
        <FloorPanel
          label={`${t(($) => $.printing.preview)} - ${t(($) => $.sheet.pages, { count: sheet.pages.length })}`}
        >
          <div className="print-preview">
            <Suspense fallback={<p>{t(($) => $.printing.preparing)}</p>}>
              <SheetPages sheet={sheet} />
            </Suspense>
          </div>
        </FloorPanel>
      )}
      {isPrinting && (
        <Suspense>
          <PrintNow sheet={sheet} onDone={() => setPrinting(false)} />
        </Suspense>
      )}
    </FloorLayout>
  )
}

function Group(props: {
  readonly label: string
  readonly keys: readonly string[]
  readonly left: ReadonlySet<string>
  readonly onAll: (keys: readonly string[], isOn: boolean) => void
  readonly children: React.ReactNode
}) {
  const { t } = useTranslation('document')
  const { label, keys, left, onAll } = props
  const isAll = keys.every((key) => !left.has(key))
  return (
    <section aria-label={label} className={styles.group}>
      <div className={styles.legendRow}>
        <h2>{label}</h2>
        <FloorAction tone="quiet" onClick={() => onAll(keys, !isAll)}>
          {isAll ? t(($) => $.sheet.none) : t(($) => $.sheet.all)}
        </FloorAction>
      </div>
      <div className={styles.choices}>{props.children}</div>
    </section>
  )
}

function PickWarehouse({ config, onPick }: { readonly config: Config; readonly onPick: (id: string) => void }) {
  const { t } = useTranslation('document')
  return (
    <FloorLayout title={t(($) => $.sheet.title)}>
      <FloorPanel label={t(($) => $.sheet.choose)}>
        <div className={styles.choices}>
          {config.warehouses.map(({ id, name, city }) => (
            <FloorChoice key={id} onClick={() => onPick(id)}>
              {name}
              {city !== null && <span className={styles.choiceHint}>{city}</span>}
            </FloorChoice>
          ))}
        </div>
      </FloorPanel>
    </FloorLayout>
  )
}

function useEngineValue<T>(engine: Engine, read: () => T): T {
  const subscribe = useCallback((listener: () => void) => engine.subscribe(listener), [engine])
  return useSyncExternalStore(subscribe, read)
}
