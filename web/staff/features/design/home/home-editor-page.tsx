import { Button, Group, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { IconHomeEdit, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef, useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { homeLimits, homeWidgetTypes, mostWidgets } from '#domain/settings/home-page.ts'
import { homePageBody, patchHomePageCall, type HomePageAnswer, type HomePagePatch } from '#sync/calls/home-page.ts'
import { codeText } from '#web/lib/error-text.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { focusFirstFault } from '#web/staff/ui/form/first-fault.ts'
import { OfficeForm } from '#web/staff/ui/form/office-form.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { homePageQuery } from '../design-calls.ts'
import { LanguageTabs } from '#web/staff/ui/form/language-tabs.tsx'
import { textField, useTextLanguages, type TextLanguages } from '#web/staff/ui/form/use-text-languages.ts'
import { SaveError } from '#web/staff/ui/form/save-error.tsx'
import { useFormSave } from '#web/staff/ui/form/use-form-save.ts'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { HomeOwnerContext, useHomeOwner } from './home-owner.ts'
import { bodyOf, draftOf, missingHomeTexts, moved, newWidget, type DraftWidget, type HomeDraft } from './home-draft.ts'
import { isWrongFile } from '#web/staff/ui/form/picture-file.ts'
import { OrderButtons } from '#web/staff/ui/list/order-buttons.tsx'
import { searchWithAlert } from '#web/staff/ui/search-with.ts'
import { useOrderLabels } from './use-order-labels.ts'
import { WidgetFields } from './widget-fields.tsx'
import classes from './home.module.css'

/** `/home/edit` (SET-17 to SET-24): what visitors find on the public home. */
export function HomeEditorPage() {
  const { t } = useTranslation('branding')
  const found = useQuery(homePageQuery(useHttp()))
  return (
    <Page title={t(($) => $.home.title)} icon={IconHomeEdit}>
      {found.data === undefined ? (
        <QueryPlaceholder error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <HomeForm key={found.data.version} home={found.data} onReload={() => void found.refetch()} />
      )}
    </Page>
  )
}

/** The public home of a client, as the platform edits it for it (ORG-02). */
export function ClientHome({ accountId }: { readonly accountId: string }) {
  const owner = useMemo(() => ({ organizationId: accountId }), [accountId])
  const found = useQuery(homePageQuery(useHttp(), owner))
  if (found.data === undefined) return <QueryPlaceholder error={found.error} onRetry={() => void found.refetch()} />
  return (
    <HomeOwnerContext value={owner}>
      <HomeForm key={found.data.version} home={found.data} onReload={() => void found.refetch()} />
    </HomeOwnerContext>
  )
}

type Problems = Readonly<Record<string, string>>

function HomeForm({ home, onReload }: { readonly home: HomePageAnswer; readonly onReload: () => void }) {
  const { t, i18n } = useTranslation('branding')
  const mayChange = useCan('home.update')
  const [began] = useState(() => draftOf(home))
  const [draft, setDraft] = useState(began)
  const [problems, setProblems] = useState<Problems>({})
  const languages = useTextLanguages(new Map(Object.entries(problems)), home.language)
  const saving = useSaveHome(home, (field, code) => {
    setProblems({ [field]: code })
    languages.lead([field])
  })
  // Paths name the parts by their place, so that they stand for nothing once the list is another one.
  const set = (part: Partial<HomeDraft>): void => {
    setDraft({ ...draft, ...part })
    setProblems(
      part.widgets !== undefined && part.widgets.length !== draft.widgets.length
        ? {}
        : without(problems, part, { draft, languages }),
    )
  }
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const parsed = homePageBody.safeParse(bodyOf(draft))
    const areFine = !draft.widgets.some(({ image }) => isWrongFile(image))
    if (parsed.success && areFine) {
      setProblems({})
      return saving.mutate(parsed.data)
    }
    const found = (parsed.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])
    setProblems(Object.fromEntries(found.toReversed()) as Problems)
    languages.lead(found.map(([path]) => path!))
    focusFirstFault(event.currentTarget)
  }
  const problem = (path: string): string | null => {
    const code = problems[path]
    return code === undefined ? null : (codeText(i18n, code) ?? codeText(i18n, 'REQUEST_INVALID') ?? code)
  }
  const text = (field: 'metaTitle' | 'metaDescription') =>
    textField(languages, draft, field, { fault: problem, onChange: set })
  const isPlaced = Object.keys(problems).length > 0
  return (
    <OfficeForm
      className={classes.form}
      gap="lg"
      saving={saving}
      isUnsaved={draft !== began}
      onSubmit={submit}
      trouble={!isPlaced && <SaveError error={saving.error} onReload={onReload} />}
      buttons={
        mayChange && (
          <Button type="submit" loading={saving.isPending}>
            {t(($) => $.form.save)}
          </Button>
        )
      }
    >
      {!mayChange && <Text c="dimmed">{t(($) => $.form.readOnly)}</Text>}
      <LanguageTabs languages={languages} missing={(language) => missingHomeTexts(draft, language)}>
        <section className={classes.card} aria-labelledby="home-page">
          <h2 id="home-page">{t(($) => $.home.page)}</h2>
          <Stack gap="md">
            <Switch
              label={t(($) => $.home.active)}
              description={t(($) => $.home.activeHint)}
              checked={draft.status === 'active'}
              disabled={!mayChange}
              onChange={(event) => set({ status: event.currentTarget.checked ? 'active' : 'inactive' })}
            />
            <TextInput
              label={t(($) => $.home.metaTitle)}
              description={t(($) => $.home.metaHint, homeLimits.metaTitle)}
              disabled={!mayChange}
              {...text('metaTitle')}
            />
            <Textarea
              label={t(($) => $.home.metaDescription)}
              description={t(($) => $.home.metaHint, homeLimits.metaDescription)}
              autosize
              minRows={2}
              disabled={!mayChange}
              {...text('metaDescription')}
            />
          </Stack>
        </section>
        <Widgets
          widgets={draft.widgets}
          languages={languages}
          problem={problem}
          disabled={!mayChange}
          onChange={(widgets) => set({ widgets })}
        />
      </LanguageTabs>
    </OfficeForm>
  )
}

/** The faults without those of what has just been changed. */
function without(
  problems: Problems,
  part: Partial<HomeDraft>,
  { draft, languages: { shown } }: { readonly draft: HomeDraft; readonly languages: TextLanguages },
): Problems {
  const touched = part.widgets?.findIndex((widget, at) => widget !== draft.widgets[at]) ?? -1
  const changed = draft.widgets[touched]?.translations !== part.widgets?.[touched]?.translations
  const isMended = (path: string): boolean => {
    const isTranslated = path.includes('translations.')
    if (isTranslated && !path.includes(`translations.${shown}.`)) return false
    if (path.startsWith(`widgets.${touched}.`)) return isTranslated === changed
    return isTranslated ? part.translations !== undefined && !path.startsWith('widgets.') : path in part
  }
  return Object.fromEntries(Object.entries(problems).filter(([path]) => !isMended(path)))
}

function Widgets(props: {
  readonly widgets: readonly DraftWidget[]
  readonly languages: TextLanguages
  readonly problem: (path: string) => string | null
  readonly disabled: boolean
  readonly onChange: (widgets: readonly DraftWidget[]) => void
}) {
  const { t } = useTranslation('branding')
  const { widgets, languages, problem, disabled, onChange } = props
  const [said, setSaid] = useState('')
  const added = useRef(0)
  const nameOf = ({ type }: DraftWidget, at: number): string =>
    t(($) => $.home.part, { number: at + 1, type: t(($) => $.home.type[type]) })
  const orderLabels = useOrderLabels()
  const move = (from: number, to: number): void => {
    const widget = widgets[from]!
    setSaid(
      t(($) => $.home.moved, { what: t(($) => $.home.type[widget.type]), position: to + 1, total: widgets.length }),
    )
    onChange(moved(widgets, from, to))
  }
  return (
    <section className={classes.card} aria-labelledby="home-parts">
      <h2 id="home-parts">{t(($) => $.home.parts)}</h2>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {widgets.length === 0 ? t(($) => $.home.noParts) : t(($) => $.home.partsHint)}
        </Text>
        <ol className={classes.list}>
          {widgets.map((widget, at) => (
            <li key={widget.key}>
              <div className={classes.widget} role="group" aria-label={nameOf(widget, at)}>
                <div className={classes.head}>
                  <h3>{nameOf(widget, at)}</h3>
                  {!disabled && (
                    <OrderButtons
                      labels={orderLabels(nameOf(widget, at))}
                      at={at}
                      count={widgets.length}
                      onMove={(to) => move(at, to)}
                      onRemove={() => onChange(widgets.toSpliced(at, 1))}
                    />
                  )}
                </div>
                <WidgetFields
                  widget={widget}
                  languages={languages}
                  problem={(field) => problem(`widgets.${at}.${field}`)}
                  disabled={disabled}
                  onChange={(part) => onChange(widgets.with(at, { ...widget, ...part }))}
                />
              </div>
            </li>
          ))}
        </ol>
        <p className="visually-hidden" role="status">
          {said}
        </p>
        {!disabled && (
          <Group gap="sm">
            {homeWidgetTypes.map((type) => (
              <Button
                key={type}
                variant="default"
                leftSection={<IconPlus size={18} aria-hidden />}
                disabled={widgets.length >= mostWidgets}
                onClick={() => {
                  added.current += 1
                  onChange([...widgets, newWidget(type, `new-${added.current}`)])
                }}
              >
                {t(($) => $.home.add[type])}
              </Button>
            ))}
          </Group>
        )}
      </Stack>
    </section>
  )
}

function useSaveHome(home: HomePageAnswer, onProblem: (field: string, code: string) => void) {
  const http = useHttp()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const owner = useHomeOwner()
  return useFormSave({
    send: (body: HomePagePatch) => http(patchHomePageCall, { query: owner, body, ifMatch: home.version }),
    onSaved: async (answer, _sent, isHere) => {
      queries.setQueryData(homePageQuery(http, owner).queryKey, answer)
      if (!isHere) return
      await navigate({
        to: '.',
        search: searchWithAlert('saved'),
        replace: true,
      })
      window.scrollTo({ top: 0 })
    },
    onRefused: ({ field = '', code }) => {
      if (/^widgets\.\d+\.(image|html)$/.test(field)) onProblem(field, code)
    },
  })
}
