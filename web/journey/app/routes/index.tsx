import { createFileRoute } from '@tanstack/react-router'
import { sendTo } from '../loading.ts'

export const Route = createFileRoute('/_site/')({ beforeLoad: () => sendTo('/home') })
