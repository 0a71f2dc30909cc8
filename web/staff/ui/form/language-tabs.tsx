import { Badge, Stack, Tabs } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#domain/kernel/languages.ts'
import { languageName } from './language-name.ts'
import { TabRow } from '#web/staff/ui/tab-row.tsx'
import type { TextLanguages } from './use-text-languages.ts'

/** The texts of a form in one language at a time; a tab says how many of them are missing in its language. */
export function LanguageTabs(props: {
  readonly languages: TextLanguages
  /** How many texts are missing in a language that is not the account's. */
  readonly missing: (language: Language) => number
  readonly children: ReactNode
}) {
  const { languages, missing, children } = props
  const { all, own, shown, show, faulty } = languages
  const { t } = useTranslation('common')
  return (
    <Tabs
      value={shown}
      keepMounted={false}
      onChange={(next) => show(all.find((language) => language === next) ?? shown)}
    >
      <TabRow chosen={shown} aria-label={t(($) => $.translations.languages)} mb="md">
        {all.map((language) => {
          const count = language === own ? 0 : missing(language)
          return (
            <Tabs.Tab
              key={language}
              value={language}
              leftSection={
                faulty.has(language) && (
                  <IconAlertCircle
                    size={20}
                    color="var(--mantine-color-error)"
                    role="img"
                    aria-label={t(($) => $.translations.faulty)}
                  />
                )
              }
              rightSection={
                count > 0 && (
                  <Badge
                    component="span"
                    color="yellow"
                    variant="light"
                    size="sm"
                    title={t(($) => $.translations.missing, { count })}
                  >
                    <span aria-hidden>{count}</span>
                    <span className="visually-hidden">{t(($) => $.translations.missing, { count })}</span>
                  </Badge>
                )
              }
            >
              <span lang={language}>{languageName(language)}</span>
            </Tabs.Tab>
          )
        })}
      </TabRow>
      <Tabs.Panel value={shown}>
        <Stack gap="md">{children}</Stack>
      </Tabs.Panel>
    </Tabs>
  )
}
