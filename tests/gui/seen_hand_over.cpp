// SPDX-License-Identifier: GPL-3.0-or-later
// Where Qt hands work from thread to thread, said to the thread sanitizer, which cannot see it: Qt is not built for it,
// and its mutexes are no system calls. In test programs these functions take the place of those of Qt, which they call.
// And `clone`, with which Qt starts programs: the sanitizer takes it for a fork, and ends where memory stays shared.
// This file is compiled without the sanitizer: its own reads come before it knows that they are in order.
#include <QObject>
#include <QThreadPool>

#include <dlfcn.h>
#include <sanitizer/tsan_interface.h>
#include <sched.h>

#include <cstdarg>
#include <functional>
#include <utility>

namespace {

template <class Function>
Function* of_qt(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

/// A call that waits in the queue of another thread.
class SeenCall : public QtPrivate::QSlotObjectBase {
 public:
  explicit SeenCall(QtPrivate::QSlotObjectBase* call) : QSlotObjectBase(&SeenCall::act), call_(call) {
    __tsan_release(call_);
  }

 private:
  static void act(int which, QSlotObjectBase* self, QObject* receiver, void** arguments, bool* equal) {
    auto* seen = static_cast<SeenCall*>(self);
    if (which == Compare) *equal = false;
    if (which != Call && which != Destroy) return;
    __tsan_acquire(seen->call_);
    if (which == Call) {
      seen->call_->call(receiver, arguments);
      __tsan_release(seen->call_);  // either thread may be the last that knows it
    } else {
      seen->call_->destroyIfLastRef();
      delete seen;
    }
  }

  QtPrivate::QSlotObjectBase* call_;
};

}  // namespace

void QThreadPool::start(std::function<void()> task, int priority) {
  static auto* const start =
      of_qt<void(QThreadPool*, std::function<void()>, int)>("_ZN11QThreadPool5startESt8functionIFvvEEi");
  auto* const begun = new std::function<void()>(std::move(task));
  __tsan_release(this);
  start(
      this,
      [this, begun] {
        __tsan_acquire(this);
        (*begun)();
        delete begun;
        __tsan_release(this);
      },
      priority);
}

bool QThreadPool::waitForDone(int msecs) {
  static auto* const wait = of_qt<bool(QThreadPool*, int)>("_ZN11QThreadPool11waitForDoneEi");
  const bool done = wait(this, msecs);
  __tsan_acquire(this);
  return done;
}

bool QMetaObject::invokeMethodImpl(
    QObject* object, QtPrivate::QSlotObjectBase* slot, Qt::ConnectionType type, void* result) {
  static auto* const invoke = of_qt<bool(QObject*, QtPrivate::QSlotObjectBase*, Qt::ConnectionType, void*)>(
      "_ZN11QMetaObject16invokeMethodImplEP7QObjectPN9QtPrivate15QSlotObjectBaseEN2Qt14ConnectionTypeEPv");
  return invoke(object, type == Qt::QueuedConnection ? new SeenCall(slot) : slot, type, result);
}

extern "C" int clone(int (*begin)(void*), void* stack, int flags, void* argument, ...) noexcept {
  va_list rest;
  va_start(rest, argument);
  auto* const parent = va_arg(rest, pid_t*);
  auto* const storage = va_arg(rest, void*);
  auto* const child = va_arg(rest, pid_t*);
  va_end(rest);
  using Clone = int(int (*)(void*), void*, int, void*, pid_t*, void*, pid_t*);
  static auto* const of_libc = reinterpret_cast<Clone*>(dlsym(RTLD_NEXT, "clone"));
  return of_libc(begin, stack, flags, argument, parent, storage, child);
}
