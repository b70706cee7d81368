/** The order of test files: the chaos run first. It mostly waits, so at the end it would leave the processors idle. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

export class ChaosFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isChaos = ({ moduleId }: TestSpecification) => moduleId.endsWith('test/chaos/chaos.test.ts');
    const others = sorted.filter((file) => !isChaos(file));
    const firstOfProject = others.findIndex(({ project }) => project.name === 'e2e');
    others.splice(firstOfProject === -1 ? others.length : firstOfProject, 0, ...sorted.filter(isChaos));
    return others;
  }
}
