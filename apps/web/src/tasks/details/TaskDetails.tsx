import { Button } from '@mantine/core'
import type { TaskDetails as Task } from '@steading/contract/tasks/tasks'
import { isEditable } from '@steading/contract/tasks/transitions'
import { dateTime } from '@steading/locales/format'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { BatchLink, useRecordScope } from '../../animalMovements/index.ts'
import { useBatch } from '../../batches/index.ts'
import { PlaceLink } from '../../entities/index.ts'
import { isGone } from '../../platform/api/failures.ts'
import { pollEvery } from '../../platform/api/queries.ts'
import { to } from '../../platform/navigation/paths.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { AttachmentsCard } from '../../ui/attachments/AttachmentsCard.tsx'
import { lazyComponent } from '../../ui/lazy/lazyComponent.tsx'
import { Link } from '../../ui/Link.tsx'
import { SeverityMark } from '../../ui/marks/SeverityMark.tsx'
import { AuditFoot } from '../../ui/page/AuditFoot.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { DeleteAction } from '../../ui/page/DeleteAction.tsx'
import { Fields } from '../../ui/page/Fields.tsx'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { Tabs } from '../../ui/page/head/Tabs.tsx'
import { useTab } from '../../ui/page/head/useTab.ts'
import { FailedPage } from '../../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../../ui/state/Skeletons.tsx'
import { useParam } from '../../ui/useParam.ts'
import { DueDate, OverdueMark, TaskStatusMark } from '../TaskMarks.tsx'
import { fetchAttachment, removeTask, taskQuery, tasksChanged } from '../tasks.queries.ts'
import { taskScope } from '../taskScope.ts'
import { assigneesText } from '../taskWords.ts'
import { Checklist } from './Checklist.tsx'
import { TaskHistory } from './TaskHistory.tsx'
import { TaskSteps } from './TaskSteps.tsx'
import { useRights } from './useRights.ts'

const TaskEdit = lazyComponent<{ task: Task; head: (actions: ReactNode) => ReactNode; leave: () => void }>(
  () => import('../form/TaskEdit.tsx'),
)

/** One task: what is to be done, its checklist, and the steps that it may take. */
export default function TaskDetails() {
  const id = useParam('taskId')
  return <TaskPage key={id} id={id} />
}

function TaskPage({ id }: { id: string }) {
  const t = useText()
  const scope = useRecordScope(taskScope)
  const { data: batch } = useBatch(scope.batchId)
  const {
    data: task,
    error,
    refetch,
  } = useQuery({ ...taskQuery(id), refetchInterval: ({ state }) => (isGone(state.error) ? false : pollEvery) })
  // What somebody began to change stays as they saw it, whatever is fetched behind it.
  const [edited, setEdited] = useState<Task>()
  const back = { href: scope.back(), label: batch?.code ?? t('nav.tasks') }
  if (!task || (isGone(error) && !edited))
    return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  const head = (actions: ReactNode) => (
    <PageHead back={back} title={task.title} meta={<TaskMeta task={task} />} stacked actions={actions} />
  )
  if (edited)
    return (
      <TaskEdit
        task={edited}
        head={head}
        leave={() => {
          setEdited(undefined)
          void tasksChanged()
        }}
        waiting={<SkeletonPage />}
      />
    )
  return (
    <div className="stack">
      {head(<TaskActions task={task} edit={() => setEdited(task)} leave={back.href} />)}
      <TaskTabs task={task} />
      <AuditFoot
        created={{ by: task.createdBy?.shortName, at: task.creationTimestampUtc }}
        updated={{ by: task.lastUpdatedBy?.shortName, at: task.lastUpdateTimestampUtc }}
      />
    </div>
  )
}

function TaskMeta({ task }: { task: Task }) {
  return (
    <>
      <TaskStatusMark status={task.status} />
      {task.overdue && <OverdueMark />}
      <PlaceLink entity={task.entity} />
      {task.batch && <BatchLink batch={task.batch} />}
    </>
  )
}

/** Delete, edit, and the steps of the task. */
function TaskActions({ task, edit, leave }: { task: Task; edit: () => void; leave: string }) {
  const t = useText()
  const may = useMay()
  const rights = useRights()
  return (
    <>
      {may('tasks.delete') && (
        <DeleteAction
          name={task.title}
          hint={t('task.deleteHint')}
          failed={t('book.deleteFailed')}
          done={t('book.deleted')}
          remove={() => removeTask(task.id)}
          leave={leave}
          onDeleted={() => tasksChanged(task.id)}
        />
      )}
      {rights.update && isEditable(task.status, rights.judge) && (
        <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={edit}>
          {t('ui.edit')}
        </Button>
      )}
      <TaskSteps task={task} />
    </>
  )
}

function TaskTabs({ task }: { task: Task }) {
  const t = useText()
  const [current, open] = useTab(['details', 'changes'])
  const items = [
    { key: 'details', name: t('ui.details') },
    { key: 'changes', name: t('event.changeHistory'), count: task.changes.length },
  ] as const
  return (
    <Tabs label={task.title} items={items} current={current} onChange={open}>
      {current === 'changes' ? (
        <TaskHistory task={task} />
      ) : (
        <>
          <Checklist task={task} />
          <TaskFacts task={task} />
          <AttachmentsCard attachments={task.attachments} fetch={name => fetchAttachment(task.id, name)} />
        </>
      )}
    </Tabs>
  )
}

function TaskFacts({ task }: { task: Task }) {
  const t = useText()
  return (
    <Card title={t('ui.details')}>
      <Fields
        items={[
          { label: t('task.dueDate'), value: <DueDate task={task} /> },
          { label: t('task.startDate'), value: task.startDate && dateTime(task.startDate, task.timeZone, t) },
          { label: t('task.priority'), value: <SeverityMark level={task.priority} word /> },
          { label: t('task.assignee'), value: assigneesText(task) },
          { label: t('task.requiresApproval'), value: t(task.requiresApproval ? 'ui.yes' : 'ui.no') },
          { label: t('task.approvedBy'), value: task.approvedBy?.shortName },
          {
            label: t('task.template'),
            value: task.template && (
              <Link href={to('/tasks/templates/details/{taskTemplateId}', { taskTemplateId: task.template.id })}>
                {task.template.displayName}
              </Link>
            ),
          },
          { label: t('task.description'), value: task.description && <span className="lines">{task.description}</span> },
        ]}
      />
    </Card>
  )
}
