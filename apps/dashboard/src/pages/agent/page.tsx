import type { Project } from '@sidenote/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useRole } from '../../api/session.ts'
import { useAddressState, useDomain } from '../../layout/address.ts'
import { Button } from '../../parts/button.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { Page as PageFrame, Section } from '../../parts/page.tsx'
import { Select } from '../../parts/select.tsx'
import { EmptyState, QueryState } from '../../parts/states.tsx'
import { projectsQuery } from './agent-queries.ts'
import { JobDialog } from './job-dialog.tsx'
import { JobDrawer } from './job-drawer.tsx'
import { JobList } from './job-list.tsx'
import { ProjectDialog } from './project-dialog.tsx'
import { Webhook } from './webhook.tsx'

const Jobs = ({ project }: { readonly project: Project }) => {
  const [{ job }, change] = useAddressState()
  const mayChange = useRole('editor')
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Section
        title="Jobs"
        about={`${project.repository}, from ${project.ref}`}
        actions={
          mayChange && (
            <Button look="primary" onClick={() => setIsAsking(true)}>
              <Plus aria-hidden />
              New job
            </Button>
          )
        }
      >
        <JobList projectId={project.id} onOpen={({ id }) => change({ job: id })} />
      </Section>
      <Webhook project={project} />
      <Section title="Project ID" about="Programs that give the agent jobs name the project by it.">
        <CopyField label="project ID" value={project.id} />
      </Section>
      {isAsking && (
        <JobDialog
          projectId={project.id}
          onClose={() => setIsAsking(false)}
          onCreate={({ id }) => {
            setIsAsking(false)
            change({ job: id })
          }}
        />
      )}
      {job && <JobDrawer projectId={project.id} id={job} onClose={() => change({ job: undefined })} />}
    </>
  )
}

/** What the agent changes in the documentation’s repository. */
export const Page = () => {
  const domain = useDomain()
  const mayChange = useRole('editor')
  const [{ project: chosen }, change] = useAddressState()
  const [isAdding, setIsAdding] = useState(false)
  const projects = useQuery(projectsQuery)
  const own = projects.data?.filter(({ site }) => site === domain || site === null) ?? []
  const project = own.find(({ id }) => id === chosen) ?? own[0]
  const add = mayChange && (
    <Button look={project ? 'plain' : 'primary'} onClick={() => setIsAdding(true)}>
      Add project
    </Button>
  )
  return (
    <PageFrame
      title="Agent"
      about="Turns what the documentation lacks into a pull request."
      actions={
        project && (
          <>
            {own.length > 1 && (
              <Select
                label="Project"
                choices={own.map(({ id, name }) => ({ value: id, label: name }))}
                value={project.id}
                onChange={(id) => change({ project: id, job: undefined })}
                className="w-48"
              />
            )}
            {add}
          </>
        )
      }
    >
      <QueryState query={projects}>
        {() =>
          project ? (
            <Jobs key={project.id} project={project} />
          ) : (
            <EmptyState title="No project yet" action={add}>
              A project is the repository of this documentation. The agent works on a branch of it, and never merges by
              itself.
            </EmptyState>
          )
        }
      </QueryState>
      {isAdding && <ProjectDialog domain={domain} onClose={() => setIsAdding(false)} />}
    </PageFrame>
  )
}
