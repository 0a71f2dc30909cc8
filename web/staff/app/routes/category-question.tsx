import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_office/category/$categoryId/question/$questionId')({
  staticData: { permission: 'question.write' },
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/diagnostic/category/$categoryId/question/$questionId', params, replace: true })
  },
})
