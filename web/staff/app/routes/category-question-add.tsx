import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_office/category/$categoryId/question/add')({
  staticData: { permission: 'question.write' },
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/diagnostic/category/$categoryId/question/add', params, replace: true })
  },
})
