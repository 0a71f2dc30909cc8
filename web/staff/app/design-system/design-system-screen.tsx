import { Text } from '@mantine/core'
import { IconPalette } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'
import { AlertSamples, ButtonSamples, ColorSamples, StatusSamples, TypeSamples } from './basic-samples.tsx'
import classes from './design-system.module.css'
import { FieldSamples } from './field-samples.tsx'
import { FloorChoiceSamples, FloorFieldSamples } from './floor-choice-samples.tsx'
import {
  ConnectionSamples,
  FloorNoticeSamples,
  FloorResultSamples,
  FloorSheetSamples,
  ScanSamples,
} from './floor-result-samples.tsx'
import { FeedbackSamples, FloorSamples } from './floor-samples.tsx'
import {
  CartSamples,
  StateSamples,
  FilterSamples,
  ListSamples,
  LongListSamples,
  PanelSamples,
  SortSamples,
  TabSamples,
} from './screen-samples.tsx'

/** Every component in all its states, in the account's colour (SET-16). */
export function DesignSystemScreen() {
  const { t } = useTranslation('design')
  const { t: shell } = useTranslation('shell')
  const sections: readonly (readonly [string, ReactNode])[] = [
    [t(($) => $.section.colors), <ColorSamples key="colors" />],
    [t(($) => $.section.type), <TypeSamples key="type" />],
    [t(($) => $.section.buttons), <ButtonSamples key="buttons" />],
    [t(($) => $.section.fields), <FieldSamples key="fields" />],
    [t(($) => $.section.status), <StatusSamples key="status" />],
    [t(($) => $.section.alerts), <AlertSamples key="alerts" />],
    [t(($) => $.section.tabs), <TabSamples key="tabs" />],
    [t(($) => $.section.filters), <FilterSamples key="filters" />],
    [t(($) => $.section.list), <ListSamples key="list" />],
    [t(($) => $.section.sort), <SortSamples key="sort" />],
    [t(($) => $.list.long), <LongListSamples key="long" />],
    [t(($) => $.section.faces), <StateSamples key="faces" />],
    [t(($) => $.section.panels), <PanelSamples key="panels" />],
    [shell(($) => $.cart.title), <CartSamples key="cart" />],
    [t(($) => $.section.floor), <FloorSamples key="floor" />],
    [t(($) => $.section.choices), <FloorChoiceSamples key="choices" />],
    [t(($) => $.section.floorFields), <FloorFieldSamples key="floorFields" />],
    [t(($) => $.section.results), <FloorResultSamples key="results" />],
    [t(($) => $.section.notices), <FloorNoticeSamples key="notices" />],
    [t(($) => $.section.sheets), <FloorSheetSamples key="sheets" />],
    [t(($) => $.section.connection), <ConnectionSamples key="connection" />],
    [t(($) => $.section.scan), <ScanSamples key="scan" />],
    [t(($) => $.section.feedback), <FeedbackSamples key="feedback" />],
  ]
  return (
    <Page title={t(($) => $.title)} icon={IconPalette}>
      <Text mb="lg">{t(($) => $.intro)}</Text>
      {sections.map(([title, content]) => (
        <section key={title} className={classes.section}>
          <h2 className={classes.heading}>{title}</h2>
          {content}
        </section>
      ))}
    </Page>
  )
}
