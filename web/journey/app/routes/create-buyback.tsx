import { createFileRoute } from '@tanstack/react-router'
import { sendTo } from '../loading.ts'

export const Route = createFileRoute('/create-buyback')({ beforeLoad: () => sendTo('/buyback/search') })
