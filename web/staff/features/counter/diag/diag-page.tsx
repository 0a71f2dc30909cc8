import { Button } from '@mantine/core'
import { IconArrowLeft, IconClipboardList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quoteValidityDays } from '#domain/buyback/quote-validity.ts'
import type { CounterCatalog } from '#web/local/counter/counter.ts'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import { EmptyState, RowsSkeleton } from '#web/staff/ui/states.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { SameImeiOf } from '#web/staff/ui/same-imei.tsx'
import { StepProgress } from '#web/staff/ui/floor/step-progress.tsx'
import { stepOf } from '#web/buyback/wizard.ts'
import { CatalogGate } from '../catalog/catalog-gate.tsx'
import { useFindPredeclared } from '../catalog/predeclared-item.ts'
import { predeclaredFacts, saleFacts, type Predeclared } from '../catalog/sale-facts.ts'
import { nameOf } from '../catalog/use-product-search.ts'
import { useCounterCart } from '../sale/use-counter-cart.ts'
import { ImeiStep } from './imei-step.tsx'
import { OfferPane } from './offer-pane.tsx'
import { OfferStep } from './offer-step.tsx'
import { PaymentStep, ShippingStep, TransportStep } from './option-steps.tsx'
import { QuestionStep } from './counter-question-step.tsx'
import { StaleWarning } from './stale-warning.tsx'
import type { DiagSearch } from './diag-search.ts'
import { useDiag, type Diag } from './use-diag.ts'
import type { WizardFacts } from '#web/buyback/wizard.ts'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import classes from '../counter.module.css'

interface Props {
  readonly productId: string | undefined
  readonly itemId: string | undefined
  readonly predeclaredBuybackId: string | undefined
  readonly search: DiagSearch
}

/** `/diag/{productId?}/{slug?}/{itemId?}/{predeclaredBuybackId?}` (BB-11): the questions about a product. */
export function DiagPage(props: Props) {
  const { productId, itemId } = props
  if (productId === undefined) return <Navigate to="/search" replace />
  return (
    <CatalogGate>
      {(catalog) => <Opened key={`${productId} ${itemId}`} {...props} productId={productId} newest={catalog} />}
    </CatalogGate>
  )
}

// A sale in progress goes by the catalog that it began with.
function Opened(props: Props & { readonly productId: string; readonly newest: CounterCatalog }) {
  const { t } = useTranslation('counter')
  const [catalog] = useState(props.newest)
  const { productId, itemId, predeclaredBuybackId } = props
  const found = useDiagFacts(catalog, productId, itemId)
  if (found === undefined) return <RowsSkeleton rows={6} height={72} />
  if (found === null || typeof found === 'string') {
    const missing = missingTexts[found ?? (itemId === undefined ? 'unknown' : 'lacking')]
    return (
      <EmptyState
        icon={IconClipboardList}
        title={t(($) => $.diag[missing.title])}
        text={t(($) => $.diag[missing.text], { count: quoteValidityDays })}
        action={<ButtonLink to="/buyback/create">{t(($) => $.desk.title)}</ButtonLink>}
      />
    )
  }
  return (
    <Questions
      catalog={catalog}
      facts={found.facts}
      predeclared={found.predeclared}
      // A device knows no id of the buyback: its item stands for it.
      buybackId={itemId === undefined ? null : (predeclaredBuybackId ?? itemId)}
      search={props.search}
    />
  )
}

const missingTexts = {
  unknown: { title: 'unknown', text: 'unknownText' },
  lacking: { title: 'lacking', text: 'lackingText' },
  ended: { title: 'ended', text: 'endedText' },
  gone: { title: 'gone', text: 'goneText' },
  away: { title: 'notHere', text: 'notHereText' },
} as const

/** Why what the web has predeclared is not finalised here. */
type Missing = 'gone' | 'away' | 'ended'

interface DiagFacts {
  readonly facts: WizardFacts
  readonly predeclared: Predeclared | null
}

function useDiagFacts(
  catalog: CounterCatalog,
  productId: string,
  itemId: string | undefined,
): DiagFacts | Missing | null | undefined {
  const engine = useEngine()
  const find = useFindPredeclared()
  const read = async (): Promise<DiagFacts | Missing | null> => {
    if (itemId !== undefined) {
      const item = await find(itemId)
      const config = engine.config()
      if (item === 'gone' || item === 'away') return item
      if (config === null) return null
      const nowMs = catalog.serverTimeAt(Date.now())
      const predeclared = await predeclaredFacts(catalog, { found: item, config, nowMs })
      if (predeclared === null || predeclared === 'ended') return predeclared
      return { facts: predeclared.facts, predeclared }
    }
    const product = await catalog.product(productId)
    return product === null ? null : { facts: saleFacts(catalog, product), predeclared: null }
  }
  const answer = useQuery({
    queryKey: ['counter diag', catalog.version, productId, itemId ?? null],
    queryFn: read,
    staleTime: itemId === undefined ? Number.POSITIVE_INFINITY : 0,
    gcTime: 0,
    structuralSharing: false,
    refetchOnWindowFocus: false,
  })
  return answer.isError ? null : answer.data
}

function Questions(
  props: DiagFacts & {
    readonly catalog: CounterCatalog
    readonly buybackId: string | null
    readonly search: DiagSearch
  },
) {
  const { t } = useTranslation('counter')
  const journey = useTranslation('journey').t
  const { facts, predeclared } = props
  const { cart } = useCounterCart(props.catalog)
  const line = cart.cartBuybacks.find(({ inCartId }) => inCartId === props.search.line) ?? null
  const diag = useDiag({ facts, predeclared, line }, props.search)
  const { at, screens, screen } = diag
  const body = useRef<HTMLDivElement>(null)
  const shown = useRef(screen)
  useEffect(() => {
    // A later question is read out from its title; the first one leaves the focus where the page put it.
    if (shown.current === screen) return
    shown.current = screen
    body.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [screen])
  return (
    <Page
      title={nameOf(facts.product)}
      icon={IconClipboardList}
      crumbs={[{ title: t(($) => $.desk.title), to: '/buyback/create' }]}
    >
      {predeclared !== null && !predeclared.isHeld && line === null ? <StaleWarning predeclared={predeclared} /> : null}
      {props.search.imei === undefined || screen === 'imei' ? null : (
        <SameImeiOf imei={diag.progress.imei} except={predeclared?.number ?? ''} />
      )}
      <div className={classes.panes}>
        <div className={classes.question} ref={body} key={screen} data-screen={screen} data-scan-ready>
          <StepProgress at={at + 1} of={screens.length}>
            {journey(($) => $.wizard.step[stepOf(screen)])} ·{' '}
            {journey(($) => $.wizard.progress, { at: at + 1, of: screens.length })}
          </StepProgress>
          <Step diag={diag} catalog={props.catalog} buybackId={props.buybackId} />
          {at > 0 ? (
            <Button
              variant="subtle"
              size="lg"
              className={classes.backButton ?? ''}
              leftSection={<IconArrowLeft size={20} aria-hidden />}
              onClick={diag.back}
            >
              {journey(($) => $.wizard.back)}
            </Button>
          ) : null}
        </div>
        <OfferPane diag={diag} />
      </div>
    </Page>
  )
}

function Step(props: { readonly diag: Diag; readonly catalog: CounterCatalog; readonly buybackId: string | null }) {
  const { diag } = props
  switch (diag.screen) {
    case 'imei':
      return <ImeiStep diag={diag} catalog={props.catalog} />
    case 'transport':
      return <TransportStep diag={diag} />
    case 'shipping':
      return <ShippingStep diag={diag} />
    case 'payment':
      return <PaymentStep diag={diag} />
    case 'offer':
      return <OfferStep {...props} />
    default:
      return <QuestionStep diag={diag} questionId={diag.screen.slice('question:'.length)} />
  }
}
