import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_office/category/$categoryId')({
  staticData: { permission: 'question.list' },
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/diagnostic/category/$categoryId', params, replace: true })
  },
})
