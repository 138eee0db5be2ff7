import { Button } from '@mantine/core'
import type { Task, TaskColumn } from '@steading/contract/tasks/tasks'
import { tasks } from '@steading/contract/tasks/tasks'
import { IconAlertTriangle, IconPlus, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { parseSearch, writeSearch } from '../../platform/navigation/search.ts'
import { usePhone } from '../../platform/page/phone.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { useGo } from '../../ui/Link.tsx'
import { Filters } from '../../ui/list/filter/Filters.tsx'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { Tabs } from '../../ui/page/head/Tabs.tsx'
import { Failed } from '../../ui/state/Failed.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { StepDialog } from '../details/StepDialog.tsx'
import { WhoAndWhereFilters } from '../list/TaskFilters.tsx'
import { type BoardQuery, boardQuery } from '../tasks.queries.ts'
import { asksForNote, statusWord } from '../taskWords.ts'
import './board.css'
import type { CardActions } from './BoardCard.tsx'
import { BoardColumn } from './BoardColumn.tsx'
import { type BoardStatus, columnBeside } from './boardMoves.ts'
import { useBoardMoves } from './useBoardMoves.ts'

/** The filters of the board, kept in the address. */
function useBoardQuery(): readonly [BoardQuery, (change: BoardQuery) => void] {
  const go = useGo()
  const { pathname, searchStr } = useRouterState({ select: state => state.location })
  const query = useMemo(() => {
    const read = tasks.board.query.safeParse(parseSearch(searchStr))
    return read.success ? read.data : {}
  }, [searchStr])
  return [query, change => go(pathname + writeSearch({ ...query, ...change }), { replace: true })]
}

/** Tasks by status in columns; on a phone one column at a time. */
export default function TaskBoard() {
  const t = useText()
  const go = useGo()
  const may = useMay()
  const [query, setQuery] = useBoardQuery()
  const { data: columns, error, refetch } = useQuery({ ...boardQuery(query), placeholderData: keepPreviousData })
  return (
    <>
      <PageHead
        title={t('task.board')}
        actions={
          may('tasks.create') && (
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => go(to('/tasks/create') + writeSearch({ entityId: query.entityId }))}
            >
              {t('task.new')}
            </Button>
          )
        }
      />
      <Filters label={t('ui.filters')}>
        <WhoAndWhereFilters query={query} set={setQuery} />
      </Filters>
      {columns ? (
        <Board columns={columns} query={query} />
      ) : error ? (
        <Failed what={t('task.boardFailed')} error={error} retry={() => void refetch()} />
      ) : (
        <Skeletons rows={8} />
      )}
    </>
  )
}

/** A card that the keyboard holds, and the column above which it is. */
interface Grab {
  readonly task: Task
  readonly status: BoardStatus
}

function Board({ columns: fetched, query }: { columns: readonly TaskColumn[]; query: BoardQuery }) {
  const t = useText()
  const hint = useId()
  const phone = usePhone()
  const board = useRef<HTMLDivElement>(null)
  const dragged = useRef<Task>(undefined)
  const moves = useBoardMoves(fetched)
  const { columns, rights, drop, announce } = moves
  const [grab, setGrab] = useState<Grab>()
  const [shown, show] = useState<BoardStatus>('TODO')
  // A card that changes its column is drawn anew: its handle takes the focus again, until a pointer is used.
  const focused = useRef<string>(undefined)
  useEffect(() => {
    if (focused.current === undefined || document.activeElement !== document.body) return
    board.current?.querySelector<HTMLElement>(`[data-task="${focused.current}"] .task-board-handle`)?.focus()
    // Only another arrangement of cards moves the focus.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [columns])
  useEffect(() => {
    const forget = () => (focused.current = undefined)
    document.addEventListener('pointerdown', forget)
    return () => document.removeEventListener('pointerdown', forget)
  }, [])

  const letGo = () => {
    if (grab) drop(grab.task, grab.status)
    setGrab(undefined)
  }
  const press = (event: KeyboardEvent<HTMLElement>, task: Task) => {
    if (grab?.task.id !== task.id) return
    if (event.key === 'Escape') {
      event.preventDefault()
      setGrab(undefined)
      return announce(t('task.stays', { name: task.title, column: t(statusWord[task.status]) }))
    }
    const status = columnBeside(grab.status, event.key)
    if (status === undefined) return
    event.preventDefault()
    setGrab({ task, status })
    announce(t('task.over', { name: task.title, column: t(statusWord[status]) }))
  }
  const actions: CardActions = {
    rights,
    hint,
    grabbed: grab?.task.id,
    press,
    grab: task => {
      focused.current = task.id
      if (grab?.task.id === task.id) return letGo()
      setGrab({ task, status: task.status as BoardStatus }) // safe: the board holds no others
      announce(t('task.pickedUp', { name: task.title, column: t(statusWord[task.status]) }))
    },
    release: () => setGrab(undefined),
    drag: task => {
      dragged.current = task
    },
    step: (task, step) => (asksForNote(step.action) ? moves.ask({ task, step }) : void moves.take({ task, step })),
  }
  const columnView = (column: TaskColumn) => (
    <BoardColumn
      key={column.status}
      column={column}
      query={query}
      isTarget={grab?.status === column.status}
      actions={actions}
      drop={taskId => {
        const task = dragged.current
        if (task?.id === taskId) drop(task, column.status)
      }}
    />
  )
  return (
    <>
      {rights.update && (
        <p id={hint} className="task-board-keys dim phone-hide">
          {t('task.boardKeys')}
        </p>
      )}
      <output className="vh" aria-live="assertive">
        {moves.announcement}
      </output>
      {moves.refusal && (
        <div className="task-board-refusal" role="alert">
          <IconAlertTriangle size={18} aria-hidden />
          <span>{moves.refusal}</span>
          <button type="button" aria-label={t('ui.close')} onClick={moves.dismiss}>
            <IconX size={16} aria-hidden />
          </button>
        </div>
      )}
      <div ref={board}>
        {phone ? (
          <Tabs
            label={t('task.board')}
            items={columns.map(({ status, total }) => ({ key: status, name: t(statusWord[status]), count: total }))}
            current={shown}
            onChange={show}
          >
            {columns.filter(({ status }) => status === shown).map(columnView)}
          </Tabs>
        ) : (
          <div className="task-board">{columns.map(columnView)}</div>
        )}
      </div>
      {moves.asked && (
        <StepDialog
          task={moves.asked.task}
          step={moves.asked.step}
          save={notes => moves.take(moves.asked!, notes)} // safe: shown for it alone
          close={() => moves.ask(undefined)}
        />
      )}
    </>
  )
}
