import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CodeText } from '../../ui/code-text.tsx'
import { CopyValue } from '../../ui/copy-value.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { ExportButton } from '../../ui/list/export-button.tsx'
import { FactBlock } from '../../ui/fact-block.tsx'
import { SameImeiAlert, type SameImei } from '../../ui/same-imei.tsx'
import { Money } from '../../ui/money.tsx'
import { StatusBadge, statusTones, type StatusTone } from '../../ui/status-badge.tsx'
import { AnchorLink } from '../../ui/router-link.tsx'
import classes from './design-system.module.css'

const copied = 'sftp.example'

/** The colours that a page draws from the account's one. */
export function ColorSamples() {
  const { t } = useTranslation('design')
  const swatches = [
    [t(($) => $.color.brand), { background: 'var(--brand)', color: 'var(--on-brand)' }],
    [t(($) => $.color.hover), { background: 'var(--brand-hover)', color: 'var(--on-brand)' }],
    [t(($) => $.color.text), { background: 'var(--page)', color: 'var(--brand-text)' }],
    [t(($) => $.color.soft), { background: 'var(--brand-soft)', color: 'var(--brand-text)' }],
    [t(($) => $.color.line), { background: 'var(--page)', border: '3px solid var(--brand-line)' }],
  ] as const
  return (
    <div className={classes.swatches}>
      {swatches.map(([name, style]) => (
        <div key={name} className={classes.swatch} style={style}>
          {name}
        </div>
      ))}
    </div>
  )
}

/** The sizes of type. */
export function TypeSamples() {
  const { t } = useTranslation('design')
  return (
    <Stack gap="xs">
      <Title order={3} size="h1">
        {t(($) => $.type.heading1)}
      </Title>
      <Title order={3}>{t(($) => $.type.heading2)}</Title>
      <Text>{t(($) => $.type.body)}</Text>
      <Text c="dimmed">{t(($) => $.type.dimmed)}</Text>
      <AnchorLink to="." hash="main" underline="always">
        {t(($) => $.type.link)}
      </AnchorLink>
    </Stack>
  )
}

/** Buttons in every state. */
export function ButtonSamples() {
  const { t } = useTranslation('design')
  return (
    <div className={classes.samples}>
      <Button>{t(($) => $.button.primary)}</Button>
      <Button variant="default">{t(($) => $.button.secondary)}</Button>
      <Button variant="light" leftSection={<IconPlus size={18} aria-hidden />}>
        {t(($) => $.button.light)}
      </Button>
      <Button variant="outline">{t(($) => $.button.light)}</Button>
      <ExportButton address="/api/buybacks" name="sample" label={t(($) => $.button.export)} total={0} />
      <Button color="red.9">{t(($) => $.button.danger)}</Button>
      <Button disabled>{t(($) => $.button.disabled)}</Button>
      <Button loading>{t(($) => $.button.busy)}</Button>
    </div>
  )
}

const sameImei: SameImei = {
  isOpen: true,
  buybacks: [
    {
      id: '01a22b7b-1881-7f00-b40a-ba628c516f10',
      code: '2000000000091',
      status: 'bb_in_transit',
      createdAt: '2026-01-15T09:30:00Z',
    },
  ],
}

/** Statuses, codes, amounts and moments. */
export function StatusSamples() {
  const { t } = useTranslation('design')
  const tones = Object.keys(statusTones) as StatusTone[]
  return (
    <Stack>
      <div className={classes.samples}>
        {tones.map((tone) => (
          <StatusBadge key={tone} tone={tone} label={t(($) => $.status[tone])} />
        ))}
      </div>
      <div className={classes.samples}>
        <CodeText code="3600001234567" />
        <CodeText code="356938035643809" />
        <CopyValue value={copied} />
        <Money valueCents={123_456} />
        <DateTime value="2026-01-15T09:30:00Z" />
      </div>
      <SameImeiAlert found={sameImei} />
      <FactBlock
        title={t(($) => $.section.status)}
        facts={[
          { label: t(($) => $.status.neutral), value: <Money valueCents={123_456} /> },
          { label: t(($) => $.status.warning), value: null },
        ]}
      />
    </Stack>
  )
}

/** Messages of a page. */
export function AlertSamples() {
  const { t } = useTranslation('design')
  return (
    <Stack>
      <Alert color="blue">{t(($) => $.alert.info)}</Alert>
      <Alert color="green">{t(($) => $.alert.success)}</Alert>
      <Alert color="yellow">{t(($) => $.alert.warning)}</Alert>
      <Alert color="red">{t(($) => $.alert.error)}</Alert>
    </Stack>
  )
}
