import { createFileRoute } from '@tanstack/react-router'
import { DiagnosisStartPage } from '../../features/refurb/diagnosis/diagnosis-start-page.tsx'

export const Route = createFileRoute('/_floor/refurb-diagnosis/start')({
  staticData: { permission: 'refurb_diagnostic.write', floor: true },
  component: DiagnosisStartPage,
})
