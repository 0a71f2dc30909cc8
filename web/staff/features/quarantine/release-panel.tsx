import { Alert, Button, Drawer, Group, Stack, Text, Title } from '@mantine/core'
import { IconArrowBackUp, IconChecklist, IconMail, IconPackage, IconTag } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSettled } from '#domain/buyback/buyback-status.ts'
import { answerDeadlineMs, customerAnswer } from '#domain/quarantine/customer-answer.ts'
import { releases, type Release } from '#domain/quarantine/quarantine.ts'
import { resendQuarantineMailCall, returnLabelCall } from '#sync/calls/quarantine.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { besideListMark } from '#web/lib/open-dialog.ts'
import { useCan, useFormat, useHttp } from '#web/lib/platform.tsx'
import { useReasonText } from '#web/lib/reason-text.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { useEngine, useIsOnline } from '#web/local/engine/engine-context.tsx'
import { useEngineRead } from '#web/local/engine/engine-reads.ts'
import { CodeText } from '#web/staff/ui/code-text.tsx'
import { Money } from '#web/staff/ui/money.tsx'
import { PrintButton } from '#web/staff/ui/print/print-button.tsx'
import { AnswerBadge } from './answer-badge.tsx'
import { DeadlineText } from './deadline-text.tsx'
import type { QuarantineRow } from './quarantine-row.ts'
import { endOf, type ReleaseEnd } from './release-item.ts'
import { mayRelease, useRelease } from './use-release.ts'
import { quarantineKey } from './use-quarantine.ts'
import factStyles from '#web/staff/ui/facts.module.css'
import { AnchorLink, ButtonLink } from '#web/staff/ui/router-link.tsx'

interface Props {
  readonly row: QuarantineRow
  /** Null where the device keeps no copy of the item. */
  readonly item: ItemRow | null
  readonly nowMs: number
  readonly onClose: () => void
}

const icons = { test_again: IconChecklist, kept: IconPackage, returned: IconArrowBackUp } as const

/** One quarantined item: what was found, and its ways out (WH-13 to WH-17). */
export function ReleasePanel({ row, item, nowMs, onClose }: Props) {
  const { t } = useTranslation('quarantine')
  const mayRead = useCan('item_stock.read')
  const [end, setEnd] = useState<ReleaseEnd | null>(null)
  return (
    <Drawer
      {...besideListMark}
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={row.name ?? t(($) => $.unnamed)}
      closeButtonProps={{ 'aria-label': t(($) => $.close) }}
    >
      <Stack gap="lg">
        <Group gap="lg">
          <CodeText code={row.code} />
          <CodeText code={row.buybackCode} label={t(($) => $.column.buyback)} />
        </Group>
        <Facts row={row} nowMs={nowMs} />
        {mayRead && (
          <AnchorLink to="/items-stock/$id/edit" params={{ id: row.id }} search={{ tab: 'conformity' }}>
            {t(($) => $.test)}
          </AnchorLink>
        )}
        {end?.kind === 'done' && <Done end={end} row={row} />}
        {end?.kind === 'waiting' && <Waiting end={end} row={row} onEnd={setEnd} />}
        {end?.kind !== 'done' && end?.kind !== 'waiting' && (
          <>
            {end !== null && <Stopped end={end} row={row} />}
            {customerAnswer(row, nowMs) === 'expired' && <Alert color="yellow">{t(($) => $.passedAdvice)}</Alert>}
            <Exits row={row} item={item} onEnd={setEnd} />
            <Papers row={row} />
          </>
        )}
      </Stack>
    </Drawer>
  )
}

function Facts({ row, nowMs }: Pick<Props, 'row' | 'nowMs'>) {
  const { t } = useTranslation('quarantine')
  const format = useFormat()
  return (
    <dl className={factStyles.pairs}>
      <dt>{t(($) => $.column.waitingSince)}</dt>
      <dd>{format.dateTime(new Date(row.waitingSinceMs))}</dd>
      <dt>{t(($) => $.column.declared)}</dt>
      <dd>{row.declaredCents === null ? '–' : <Money valueCents={row.declaredCents} />}</dd>
      <dt>{t(($) => $.column.controlled)}</dt>
      <dd>{row.controlledCents === null ? '–' : <Money valueCents={row.controlledCents} />}</dd>
      <dt>{t(($) => $.column.answer)}</dt>
      <dd>
        <AnswerBadge row={row} nowMs={nowMs} />
      </dd>
      {answerDeadlineMs(row) !== null && (
        <>
          <dt>{t(($) => $.column.deadline)}</dt>
          <dd>
            <DeadlineText row={row} nowMs={nowMs} />
          </dd>
        </>
      )}
    </dl>
  )
}

function Exits({ row, item, onEnd }: Pick<Props, 'row' | 'item'> & { readonly onEnd: (end: ReleaseEnd) => void }) {
  const { t } = useTranslation('quarantine')
  const online = useIsOnline()
  const { release, busy } = useRelease()
  const [asked, setAsked] = useState<Release | null>(null)
  return (
    <section aria-label={t(($) => $.release.title)}>
      <Title order={3} size="h4" mb="xs">
        {t(($) => $.release.title)}
      </Title>
      {!online && (
        <Alert color="yellow" mb="sm" role="status">
          {t(($) => $.release.offline)}
        </Alert>
      )}
      <Stack gap="sm">
        {releases.map((way) => {
          const Icon = icons[way]
          const may = mayRelease(row, item, way)
          return (
            <div key={way}>
              <Button
                variant={asked === way ? 'filled' : 'default'}
                fullWidth
                justify="flex-start"
                leftSection={<Icon size={20} aria-hidden />}
                disabled={!may || !online}
                loading={busy && asked === way}
                onClick={() => setAsked(way)}
              >
                {t(($) => $.release.way[way])}
              </Button>
              <Text size="sm" c="dimmed" mt={4}>
                {may ? t(($) => $.release.what[effectOf(row, way)]) : t(($) => $.release.notAllowed)}
              </Text>
              {asked === way && !busy && (
                <Alert color="orange" mt="xs" role="alertdialog" aria-label={t(($) => $.release.way[way])}>
                  <Text mb="xs">{t(($) => $.release.ask)}</Text>
                  <Group gap="sm">
                    <Button onClick={() => void release(row.id, way).then(onEnd)}>{t(($) => $.release.confirm)}</Button>
                    <Button variant="default" onClick={() => setAsked(null)}>
                      {t(($) => $.release.cancel)}
                    </Button>
                  </Group>
                </Alert>
              )}
            </div>
          )
        })}
      </Stack>
    </section>
  )
}

/**
 * What a way out does to the buyback. One that is settled, or cancelled, stays so: a settled price is paid once, and of a
 * cancelled one the product is kept only where its customer has the money or may still receive it.
 */
function effectOf({ buybackStatus, proposedAtMs }: QuarantineRow, way: Release) {
  if (way === 'test_again') return proposedAtMs === null ? 'again_unproposed' : way
  if (buybackStatus === 'bb_cancelled') return `${way}_cancelled` as const
  return way === 'kept' && isSettled(buybackStatus) ? 'kept_settled' : way
}

/** Where the product goes now, by hand (WH-14). */
function Done({ end, row }: { readonly end: ReleaseEnd & { kind: 'done' }; readonly row: QuarantineRow }) {
  const { t } = useTranslation(['quarantine', 'warehouse'])
  const mayMove = useCan('item.move')
  const native = end.release === 'test_again' ? 'awaiting_control' : 'customer_return'
  return (
    <Alert color="green" role="status" title={t(($) => $.done.title)}>
      <Stack gap="sm">
        <Text>
          {end.release === 'kept'
            ? t(($) => $.done.kept)
            : t(($) => $.done.stock, { stock: t(($) => $.nativeStock[native], { ns: 'warehouse' }) })}
        </Text>
        {end.label !== null && <ReturnLabel number={end.label} itemId={row.id} />}
        {mayMove && end.release === 'kept' && (
          <ButtonLink to="/warehouse/move" style={{ alignSelf: 'flex-start' }}>
            {t(($) => $.done.move)}
          </ButtonLink>
        )}
      </Stack>
    </Alert>
  )
}

/** The release is not decided: the product stays where it is, and the panel follows what becomes of it. */
function Waiting(props: {
  readonly end: ReleaseEnd & { kind: 'waiting' }
  readonly row: QuarantineRow
  readonly onEnd: (end: ReleaseEnd) => void
}) {
  const { t } = useTranslation('quarantine')
  const { end, row, onEnd } = props
  const engine = useEngine()
  const now = useEngineRead(engine, end.opId, () => endOf(engine, row.id, end))
  const follow = useEffectEvent(onEnd)
  useEffect(() => {
    if (now !== undefined && now.kind !== 'waiting') follow(now)
  }, [now])
  const isHeld = now?.kind === 'waiting' ? now.isHeld : end.isHeld
  return (
    <Alert color="yellow" role="status" title={t(($) => $.waiting.title)}>
      <Stack gap="sm">
        <Text>{t(($) => (isHeld ? $.waiting.held : $.waiting.unsent))}</Text>
        <Text fw={600}>{t(($) => $.waiting.advice)}</Text>
      </Stack>
    </Alert>
  )
}

/** The label for the way back: its number, and the paper itself. */
function ReturnLabel({ number, itemId }: { readonly number: string; readonly itemId: string }) {
  const { t } = useTranslation('quarantine')
  return (
    <Group gap="sm">
      <CodeText code={number} label={t(($) => $.label.number)} />
      <PrintButton kind="return_label" id={itemId} />
    </Group>
  )
}

/** Why the item stays; a return without its label is stored aside until it can be made (WH-15). */
function Stopped({
  end,
  row,
}: {
  readonly end: Exclude<ReleaseEnd, { kind: 'done' | 'waiting' }>
  readonly row: QuarantineRow
}) {
  const { t } = useTranslation('quarantine')
  const reasonText = useReasonText()
  const mayMove = useCan('item.move')
  const engine = useEngine()
  if (end.kind === 'refused') {
    return (
      <Alert color="red" role="alert" title={t(($) => $.refused)}>
        {reasonText(end.code)}
      </Alert>
    )
  }
  const stock = engine
    .config()
    ?.stocks.find((one) => one.warehouseId === row.warehouseId && one.native === 'customer_return')
  return (
    <Alert color="red" role="alert" title={t(($) => $.blocked.title)}>
      <Stack gap="sm">
        <Text>{reasonText(end.code)}</Text>
        <Text fw={600}>{t(($) => $.blocked.advice)}</Text>
        {mayMove && stock !== undefined && (
          <ButtonLink to="/warehouse/move" search={{ stock: stock.id }} style={{ alignSelf: 'flex-start' }}>
            {t(($) => $.blocked.move)}
          </ButtonLink>
        )}
      </Stack>
    </Alert>
  )
}

/** The mail and the label, each with its own permission (WH-16, WH-17). */
function Papers({ row }: { readonly row: QuarantineRow }) {
  const { t, i18n } = useTranslation('quarantine')
  const http = useHttp()
  const queries = useQueryClient()
  const online = useIsOnline()
  const maySend = useCan('quarantine.send_mail')
  const mayLabel = useCan('return_label.retrieve')
  const settled = {
    onSettled: () => queries.invalidateQueries({ queryKey: quarantineKey }),
    // The panel says why itself.
    onError: () => undefined,
  }
  const mail = useSingleMutation({
    ...settled,
    mutationFn: () => http(resendQuarantineMailCall, { params: { id: row.id } }),
  })
  const label = useSingleMutation({ ...settled, mutationFn: () => http(returnLabelCall, { params: { id: row.id } }) })
  const problem = mail.error ?? label.error
  const number = label.data?.number ?? row.returnLabel
  return (
    <Stack gap="sm">
      <Group gap="sm">
        {maySend && row.proposedAtMs !== null && row.buybackStatus === 'bb_in_processing' && (
          <Button
            variant="default"
            leftSection={<IconMail size={20} aria-hidden />}
            disabled={!online}
            loading={mail.isPending}
            onClick={() => {
              label.reset()
              mail.mutate()
            }}
          >
            {t(($) => $.mail.resend)}
          </Button>
        )}
        {mayLabel && number === null && !isSettled(row.buybackStatus) && (
          <Button
            variant="default"
            leftSection={<IconTag size={20} aria-hidden />}
            disabled={!online}
            loading={label.isPending}
            onClick={() => {
              mail.reset()
              label.mutate()
            }}
          >
            {t(($) => $.label.make)}
          </Button>
        )}
      </Group>
      {number !== null && <ReturnLabel number={number} itemId={row.id} />}
      {mail.isSuccess && (
        <Alert color="green" role="status">
          {t(($) => $.mail.ok)}
        </Alert>
      )}
      {problem !== null && (
        <Alert color="red" role="alert">
          {callErrorText(i18n, problem) ?? t(($) => $.failed)}
        </Alert>
      )}
    </Stack>
  )
}
