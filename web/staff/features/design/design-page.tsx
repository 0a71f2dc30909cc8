import { Button, Text, TextInput } from '@mantine/core'
import { IconPalette } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { designBody, patchDesignCall, type DesignAnswer, type DesignPatch } from '#sync/calls/design.ts'
import { isHexColor } from '#web/lib/brand.ts'
import { codeText } from '#web/lib/error-text.ts'
import { CallError } from '#web/lib/http.ts'
import { useCan, useHttp, usePlatform, useSignedInUser } from '#web/lib/platform.tsx'
import { refreshSession } from '#web/lib/refresh-session.ts'
import { focusFirstFault } from '#web/staff/ui/form/first-fault.ts'
import { OfficeForm } from '#web/staff/ui/form/office-form.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { designQuery } from './design-calls.ts'
import { DesignPreview } from './design-preview.tsx'
import { SaveError } from '#web/staff/ui/form/save-error.tsx'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { PictureField } from '#web/staff/ui/form/picture-field.tsx'
import { useFormSave } from '#web/staff/ui/form/use-form-save.ts'
import { isWrongFile, sentPicture, shownAddress, type PictureValue } from '#web/staff/ui/form/picture-file.ts'
import { searchWithAlert } from '#web/staff/ui/search-with.ts'
import classes from './design.module.css'

/** `/design` (SET-11 to SET-13, SET-15, SHELL-24): logo, favicon and main colour of the account. */
export function DesignPage() {
  const { t } = useTranslation('branding')
  const found = useQuery(designQuery(useHttp()))
  return (
    <Page title={t(($) => $.design.title)} icon={IconPalette}>
      {found.data === undefined ? (
        <QueryPlaceholder error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <DesignForm key={found.data.version} design={found.data} onReload={() => void found.refetch()} />
      )}
    </Page>
  )
}

interface Values {
  readonly mainColor: string
  readonly logo: PictureValue
  readonly favicon: PictureValue
}

function DesignForm({ design, onReload }: { readonly design: DesignAnswer; readonly onReload: () => void }) {
  const { t, i18n } = useTranslation('branding')
  const mayChange = useCan('design.update')
  const account = useSignedInUser().currentOrganization?.account
  const [began] = useState<Values>(() => ({ mainColor: design.mainColor, logo: undefined, favicon: undefined }))
  const [values, setValues] = useState(began)
  const [colorProblem, setColorProblem] = useState<string | null>(null)
  const saving = useSaveDesign(design)
  const refused = saving.error instanceof CallError ? saving.error : null
  const problemOf = (field: string): string | null => (refused?.field === field ? codeText(i18n, refused.code) : null)
  const set = (part: Partial<Values>): void => {
    setValues((before) => ({ ...before, ...part }))
    saving.reset()
  }
  const setColor = (mainColor: string): void => {
    set({ mainColor })
    setColorProblem(null)
  }
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const parsed = designBody.shape.mainColor.safeParse(values.mainColor)
    setColorProblem(parsed.success ? null : codeText(i18n, parsed.error.issues[0]!.message))
    const areFine = !isWrongFile(values.logo) && !isWrongFile(values.favicon)
    if (parsed.success && areFine) return saving.mutate(patchOf({ ...values, mainColor: parsed.data }))
    focusFirstFault(event.currentTarget)
  }
  const isPlaced = problemOf('logo') !== null || problemOf('favicon') !== null
  return (
    <div className={classes.columns}>
      <OfficeForm
        className={classes.card}
        gap="lg"
        saving={saving}
        isUnsaved={values !== began}
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
        {(['logo', 'favicon'] as const).map((which) => (
          <PictureField
            key={which}
            use={which}
            label={t(($) => $.design[which])}
            hint={t(($) => $.design[`${which}Hint`])}
            absent={t(($) => $.design[`${which}None`])}
            stored={design[which]}
            value={values[which]}
            problem={problemOf(which)}
            disabled={!mayChange}
            onChange={(picture) => set({ [which]: picture })}
          />
        ))}
        <TextInput
          label={t(($) => $.design.mainColor)}
          description={t(($) => $.design.mainColorHint)}
          name="mainColor"
          withAsterisk
          maw={320}
          maxLength={7}
          value={values.mainColor}
          error={colorProblem}
          disabled={!mayChange}
          onChange={(event) => setColor(event.currentTarget.value)}
          rightSectionWidth={52}
          rightSection={
            <input
              type="color"
              className={classes.swatch}
              aria-label={t(($) => $.design.pick)}
              disabled={!mayChange}
              value={isHexColor(values.mainColor) ? values.mainColor : design.mainColor}
              onChange={(event) => setColor(event.currentTarget.value)}
            />
          }
        />
      </OfficeForm>
      <DesignPreview
        name={account?.name ?? ''}
        mainColor={isHexColor(values.mainColor) ? values.mainColor : design.mainColor}
        logo={shownAddress(values.logo, design.logo)}
        favicon={shownAddress(values.favicon, design.favicon)}
      />
    </div>
  )
}

function patchOf({ mainColor, ...values }: Values): DesignPatch {
  const [logo, favicon] = [sentPicture(values.logo), sentPicture(values.favicon)]
  return { mainColor, ...(logo === undefined ? {} : { logo }), ...(favicon === undefined ? {} : { favicon }) }
}

function useSaveDesign(design: DesignAnswer) {
  const platform = usePlatform()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { http } = platform
  return useFormSave({
    send: (body: DesignPatch) => http(patchDesignCall, { body, ifMatch: design.version }),
    onSaved: async (answer, _sent, isHere) => {
      queries.setQueryData(designQuery(http).queryKey, answer)
      // The frame around this page shows the account too.
      void refreshSession(platform, () => undefined)
      if (!isHere) return
      await navigate({
        to: '/design',
        search: searchWithAlert('saved'),
        replace: true,
      })
    },
  })
}
